const endings = /(\.(csv|tsv|txt))?(\.gz)?$/i;

/** 'customers_2026.csv.gz' becomes 'customers_2026'. */
export function nameFromFile(fileName: string): string {
  const bare = fileName.replace(endings, '').trim();
  return (bare.length >= 2 ? bare : fileName).slice(0, 100);
}

export const acceptedFiles = '.csv,.tsv,.txt,.csv.gz,.tsv.gz,.gz,text/csv,application/gzip';
