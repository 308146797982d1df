import { root } from '../src/stack/paths.ts';
import { filesOf, report, textOf } from './sources.ts';

const lockFile = /(^|\/)(package-lock\.json|pnpm-lock\.yaml|requirements[^/]*\.(txt|lock)|[^/]+\.lock)$/;
const address = /(https?|git\+\w+|file):\/\/\S+/;
const binary = /\.(png|jpe?g|webp|ico|woff2?|gz|zip|parquet|onnx|xlsx)$/;
// Written so that this file does not find itself.
const machinePath = new RegExp(
  `(?<![\\w.~-])/(${['work', 'root', 'farm', 'home/[a-z]+', 'Users/[A-Za-z]+'].join('|')})/`,
);

/** What ties the repository to one machine or one package registry. */
export function bound(checkout: string): string[] {
  return filesOf(checkout)
    .filter((file) => !binary.test(file))
    .flatMap((file) => {
      const lines = textOf(checkout, file).split('\n');
      const where = (index: number) => `${file}:${index + 1}`;
      const paths = lines.flatMap((line, index) =>
        machinePath.test(line) ? [`${where(index)} names a path of one machine`] : [],
      );
      if (!lockFile.test(file)) return paths;
      const isAddress = (line: string) => address.test(line) && !/^\s*(deprecated|#)/.test(line);
      return [
        ...paths,
        ...lines.flatMap((line, index) =>
          isAddress(line) ? [`${where(index)} names an address to download from`] : [],
        ),
      ];
    });
}

if (import.meta.main) report(bound(process.argv[2] ?? root));
