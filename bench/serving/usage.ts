import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const tickUs = 10_000;

function fieldsOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** The processes and all that they started. */
export function family(pids: readonly number[]): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) && fieldsOf(Number(name))?.[1];
    if (parent) parents.set(Number(name), Number(parent));
  }
  const found = new Set(pids);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Processor time that processes have taken so far. */
export function cpuUs(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const fields = fieldsOf(pid);
    return fields ? Number(fields[11]) + Number(fields[12]) : 0;
  });
  return ticks.reduce((sum, each) => sum + each, 0) * tickUs;
}

/** Memory of processes, shared pages counted once. */
export function memoryMb(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}
