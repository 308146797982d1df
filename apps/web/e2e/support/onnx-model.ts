/** A field of protobuf: its number, its wire type and its content. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)];
const number = (field: number, value: number) => Buffer.from([...varint(field << 3), ...varint(value)]);
const part = (field: number, content: Buffer | string) => {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(bytes.length)]), bytes]);
};
const all = (...parts: Buffer[]) => Buffer.concat(parts);

const float = 1;
const matrix = (name: string, width: number) => {
  const rows = part(1, part(2, 'rows'));
  const columns = part(1, number(1, width));
  return all(part(1, name), part(2, part(1, all(number(1, float), part(2, all(rows, columns))))));
};

/** An ONNX file as other tools write it: one input of so many numbers, whose weighted sum is the answer. */
export function linearOnnx(width: number): Buffer {
  const weights = Buffer.alloc(4 * width);
  for (let column = 0; column < width; column += 1) weights.writeFloatLE(1 + column, 4 * column);
  const node = all(part(1, 'x'), part(1, 'weights'), part(2, 'variable'), part(4, 'MatMul'));
  const tensor = all(number(1, width), number(1, 1), number(2, float), part(8, 'weights'), part(9, weights));
  const graph = all(
    part(1, node),
    part(2, 'other'),
    part(5, tensor),
    part(11, matrix('x', width)),
    part(12, matrix('variable', 1)),
  );
  return all(number(1, 8), part(7, graph), part(8, all(part(1, ''), number(2, 17))));
}
