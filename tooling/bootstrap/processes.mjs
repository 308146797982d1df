import { readFileSync } from 'node:fs';

/**
 * What Linux reports about a process: state, parent and start time, which identifies it together with its id.
 *
 * @param {number | string} pid
 * @returns {{ state: string, parent: string, started: string } | undefined} Nothing where there is none.
 */
export function statOf(pid) {
  const stat = read(`/proc/${Number(pid)}/stat`);
  if (!stat) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', parent: fields[1] ?? '', started: fields[19] ?? '' };
}

/**
 * @param {string} file
 * @returns {string} What it says; nothing where it can't be read.
 */
export function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
