const mark = '"warnings":[';

/** Warnings of a kept answer, whole or a line a row; within a text its quotes would be escaped, so the mark is no text. */
export function countWarnings(response: string | null): number | null {
  if (response === null) return null;
  if (!response.includes(`${mark}{`)) return 0;
  return response.split('\n').reduce((sum, line) => sum + warningsOf(line), 0);
}

/** They stand last in an answer and in a line. */
function warningsOf(line: string): number {
  const at = line.lastIndexOf(mark);
  if (at < 0) return 0;
  try {
    return JSON.parse(`{${line.slice(at)}`).warnings.length;
  } catch {
    return 0;
  }
}
