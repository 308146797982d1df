import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import type { ProcessName } from '../stack/product.ts';
import { openLog } from '../stack/service.ts';

const colours = [pc.cyan, pc.magenta, pc.yellow, pc.green, pc.blue, pc.gray];
const width = 'model server'.length;

export type ProcessLog = { line(name: ProcessName, text: string): void; say(sentence: string): void };

/** Shows what the processes write, each line under its process's name, and keeps it in the folder of logs. */
export function processLog(
  folder: string,
  { prefix = true, quiet = false }: { prefix?: boolean; quiet?: boolean },
): ProcessLog {
  const files = new Map<ProcessName, { write(text: string): void }>();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (name: ProcessName) => {
    const fd = openLog(join(folder, `${name.replace(' ', '-')}.log`));
    const file = createWriteStream('', { fd });
    files.set(name, file);
    return file;
  };
  const colourOf = (name: ProcessName) =>
    colours[[...files.keys()].indexOf(name) % colours.length] ?? pc.gray;
  return {
    line(name, text) {
      (files.get(name) ?? fileOf(name)).write(`${text}\n`);
      if (!quiet) console.log(prefix ? `${colourOf(name)(name.padEnd(width))} ${pc.dim('|')} ${text}` : text);
    },
    say: (sentence) => console.error(pc.bold(`${pc.dim('rowcast')} ${sentence}`)),
  };
}
