import { readdirSync, readFileSync } from 'node:fs';

const everyMs = 25;
const kibibyte = 1024;

/** Resident memory of a process and all its descendants, in MB; Linux only. */
export function residentMegabytes(pid: number): number {
  const parents = new Map<number, number>();
  const resident = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const status = readFileSync(`/proc/${entry}/status`, 'utf8');
      parents.set(Number(entry), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
      resident.set(Number(entry), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    } catch {
      // The process ended while we looked.
    }
  }
  const belongs = (process: number): boolean => {
    if (process === pid) return true;
    const parent = parents.get(process);
    return parent !== undefined && belongs(parent);
  };
  let sum = 0;
  for (const [process, kilobytes] of resident) if (belongs(process)) sum += kilobytes;
  return sum / kibibyte;
}

/** Watches a process tree; `growth` is its peak memory above the start. */
export function watchMemory(pid: number): { growth(): number; stop(): void } {
  const start = residentMegabytes(pid);
  let peak = start;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, everyMs);
  return { growth: () => peak - start, stop: () => clearInterval(timer) };
}
