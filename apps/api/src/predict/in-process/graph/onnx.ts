import { PbfReader } from 'pbf';
import { packTrees } from './pack-trees.ts';
import { type Attributes, NotRunnable, type Program, type Step } from './program.ts';
import { sizeOf, type Tensor, tensorOf } from './tensor.ts';
import type { TreeAttributes } from './tree-attributes.ts';

/** Fields of the messages in onnx.proto, of which only those are read that the engine writes. */
const model = { graph: 7 } as const;
const graph = { node: 1, initializer: 5, output: 12 } as const;
const node = { input: 1, output: 2, operator: 4, attribute: 5 } as const;
const attribute = { name: 1, float: 2, int: 3, floats: 7, ints: 8, strings: 9 } as const;
const tensor = { dims: 1, type: 2, name: 8, raw: 9 } as const;
const valueInfo = { name: 1 } as const;

const elements = { float32: 1, int64: 7, bool: 9, float64: 11 } as const;

type Given = Record<string, number | number[] | string[]>;

interface Graph {
  steps: Step[];
  constants: Map<string, Tensor>;
  answer: string;
}

/** Reads a model of the engine's own making. Throws NotRunnable for what is not known here. */
export function readOnnx(bytes: Uint8Array): Program {
  const read: Graph = { steps: [], constants: new Map(), answer: '' };
  new PbfReader(bytes).readFields((tag, result, pbf) => {
    if (tag === model.graph) pbf.readMessage(readGraph, result);
  }, read);
  return read;
}

function readGraph(tag: number, read: Graph, pbf: PbfReader): void {
  if (tag === graph.node) read.steps.push(readNode(pbf));
  if (tag === graph.initializer) read.constants.set(...readTensor(pbf));
  if (tag === graph.output) read.answer = pbf.readMessage(readName, { name: '' }).name;
}

function readName(tag: number, read: { name: string }, pbf: PbfReader): void {
  if (tag === valueInfo.name) read.name = pbf.readString();
}

function readNode(pbf: PbfReader): Step {
  const read = { inputs: [] as string[], outputs: [] as string[], operator: '', given: {} as Given };
  pbf.readMessage((tag, result, reader) => {
    if (tag === node.input) result.inputs.push(reader.readString());
    if (tag === node.output) result.outputs.push(reader.readString());
    if (tag === node.operator) result.operator = reader.readString();
    if (tag === node.attribute) Object.assign(result.given, readAttribute(reader));
  }, read);
  const { inputs, outputs, operator, given } = read;
  const [output, ...others] = outputs;
  if (output === undefined || others.length > 0) throw new NotRunnable(`${operator} has several answers`);
  return { operator, inputs, output, attributes: attributesOf(operator, given) };
}

function readAttribute(pbf: PbfReader): Given {
  const read = { name: '', value: undefined as Given[string] | undefined };
  const floats: number[] = [];
  const ints: number[] = [];
  const strings: string[] = [];
  pbf.readMessage((tag, result, reader) => {
    if (tag === attribute.name) result.name = reader.readString();
    if (tag === attribute.float) result.value = reader.readFloat();
    if (tag === attribute.int) result.value = reader.readVarint(true);
    if (tag === attribute.floats) reader.readPackedFloat(floats);
    if (tag === attribute.ints) reader.readPackedVarint(ints, true);
    if (tag === attribute.strings) strings.push(Buffer.from(reader.readBytes()).toString());
  }, read);
  const list = [floats, ints, strings].find(({ length }) => length > 0);
  return { [read.name]: read.value ?? list ?? [] };
}

function attributesOf(operator: string, given: Given): Attributes {
  if (operator === 'TreeEnsembleRegressor') return { trees: packTrees(given as unknown as TreeAttributes) };
  if (operator === 'LabelEncoder')
    return {
      keys: given.keys_strings as string[],
      codes: Int32Array.from(given.values_int64s as number[]),
      otherwise: given.default_int64 as number,
    };
  return given as Attributes;
}

function readTensor(pbf: PbfReader): [string, Tensor] {
  const read = { dims: [] as number[], type: 0, name: '', raw: new Uint8Array(0) };
  pbf.readMessage((tag, result, reader) => {
    if (tag === tensor.dims) reader.readPackedVarint(result.dims);
    if (tag === tensor.type) result.type = reader.readVarint();
    if (tag === tensor.name) result.name = reader.readString();
    // A copy, whose numbers stand where the processor wants them.
    if (tag === tensor.raw) result.raw = Uint8Array.from(reader.readBytes());
  }, read);
  return [read.name, tensorWith(read)];
}

function tensorWith({
  dims,
  type,
  raw,
}: {
  dims: number[];
  type: number;
  raw: Uint8Array<ArrayBuffer>;
}): Tensor {
  const { buffer } = raw;
  const size = sizeOf(dims);
  switch (type) {
    case elements.float64:
      return tensorOf('float64', dims, new Float64Array(buffer, 0, size));
    case elements.float32:
      return tensorOf('float32', dims, new Float32Array(buffer, 0, size));
    case elements.int64:
      return tensorOf('int64', dims, Int32Array.from(new BigInt64Array(buffer, 0, size), Number));
    case elements.bool:
      return tensorOf('bool', dims, raw);
    default:
      throw new NotRunnable(`constants of element type ${type}`);
  }
}
