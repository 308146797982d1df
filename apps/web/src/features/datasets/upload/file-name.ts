const endings =
  /(\.(csv|tsv|txt|xlsx|xlsm|xlsb|xls|ods|json|jsonl|ndjson|parquet|feather|arrow|zip|tar|tgz))?(\.gz)?$/i;

/** 'customers_2026.csv.gz' becomes 'customers_2026'. */
export function nameFromFile(fileName: string): string {
  const bare = fileName.replace(endings, '').trim();
  return (bare.length >= 2 ? bare : fileName).slice(0, 100);
}

export const acceptedFiles =
  '.csv,.tsv,.txt,.gz,.xlsx,.xlsm,.xlsb,.xls,.ods,.json,.jsonl,.ndjson,.parquet,.feather,.arrow,.zip,.tar,.tgz,text/csv,application/gzip';
