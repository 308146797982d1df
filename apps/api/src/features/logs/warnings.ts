const mark = '"warnings":[';
/** Of an answer of the Open Inference Protocol, which has them as JSON in a text. */
const packedMark = '"parameters":{"warnings":"[{';

/** Warnings of a kept answer, whole or a line a row; within a text its quotes would be escaped, so a mark is no text. */
export function countWarnings(response: string | null): number | null {
  // CSV has no place for them.
  if (!response?.startsWith('{')) return null;
  if (response.includes(packedMark))
    return read(() => JSON.parse(JSON.parse(response).parameters.warnings).length);
  if (!response.includes(`${mark}{`)) return 0;
  return response.split('\n').reduce((sum, line) => sum + warningsOf(line), 0);
}

/** They stand last in an answer and in a line. */
function warningsOf(line: string): number {
  const at = line.lastIndexOf(mark);
  return at < 0 ? 0 : read(() => JSON.parse(`{${line.slice(at)}`).warnings.length);
}

function read(count: () => number): number {
  try {
    return count();
  } catch {
    return 0;
  }
}
