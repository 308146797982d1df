import type { Program } from './program.ts';

const bytesPerKey = 100;

function arraysOf({ constants, nodes }: Program): ArrayBufferView[] {
  const attributes = nodes.flatMap(({ attributes: { codes, trees } }) => [
    codes,
    ...Object.values(trees ?? {}),
  ]);
  return [...[...constants.values()].map(({ data }) => data), ...attributes].filter((value) =>
    ArrayBuffer.isView(value),
  );
}

/** The buffers of a program, for the transfer list of `postMessage`. */
export const transferList = (program: Program): ArrayBuffer[] => [
  ...new Set(arraysOf(program).map(({ buffer }) => buffer as ArrayBuffer)),
];

/** Approximate memory of a program. */
export function memoryBytes(program: Program): number {
  const keys = program.nodes.reduce((sum, { attributes }) => sum + (attributes.keys?.length ?? 0), 0);
  return arraysOf(program).reduce((sum, { byteLength }) => sum + byteLength, 0) + keys * bytesPerKey;
}
