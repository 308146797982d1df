import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import type { ProcessName } from '../stack/product.ts';
import { openLog } from '../stack/service.ts';

/** Colours for what is written to a terminal; none for a file, a pipe, or who sets NO_COLOR. */
export const coloursFor = (stream: NodeJS.WriteStream) =>
  pc.createColors(Boolean(stream.isTTY) && !process.env.NO_COLOR);

const width = 'model server'.length;

export type ProcessLog = {
  line(name: ProcessName, text: string): void;
  terminal(name: ProcessName, text: string): void;
  say(sentence: string): void;
};

/** Shows what the processes write, each line under its process's name, and keeps it in the folder of logs. */
export function processLog(
  folder: string,
  { prefix = true, quiet = false }: { prefix?: boolean; quiet?: boolean },
): ProcessLog {
  const out = coloursFor(process.stdout);
  const err = coloursFor(process.stderr);
  const colours = [out.cyan, out.magenta, out.yellow, out.green, out.blue, out.gray];
  const files = new Map<ProcessName, { write(text: string): void }>();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (name: ProcessName) => {
    const fd = openLog(join(folder, `${name.replace(' ', '-')}.log`));
    const file = createWriteStream('', { fd });
    // A full disk must not end what serves: its lines are still shown.
    file.on('error', ({ message }) => {
      files.set(name, { write: () => undefined });
      say(`The log of the ${name} can't be written any more: ${message}`);
    });
    files.set(name, file);
    return file;
  };
  const say = (sentence: string) => console.error(err.bold(`${err.dim('rowcast')} ${sentence}`));
  const colourOf = (name: ProcessName) =>
    colours[[...files.keys()].indexOf(name) % colours.length] ?? out.gray;
  const show = (name: ProcessName, text: string) =>
    console.log(prefix ? `${colourOf(name)(name.padEnd(width))} ${out.dim('|')} ${text}` : text);
  return {
    line(name, text) {
      (files.get(name) ?? fileOf(name)).write(`${text}\n`);
      if (!quiet) show(name, text);
    },
    terminal(name, text) {
      // Elsewhere, such as under systemd, the output is kept in a log.
      if (!quiet && process.stdout.isTTY) show(name, text);
    },
    say,
  };
}
