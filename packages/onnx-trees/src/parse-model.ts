import { PbfReader } from 'pbf';
import {
  type Attributes,
  type GraphNode,
  numbersInput,
  type Program,
  UnsupportedModelError,
} from './program.ts';
import { sizeOf, type Tensor, tensorOf } from './tensor.ts';
import type { TreeAttributes } from './trees/attributes.ts';
import { packTrees } from './trees/pack-trees.ts';

/** Field numbers of the messages in onnx.proto that are read. */
const model = { graph: 7 } as const;
const graph = { node: 1, initializer: 5, input: 11, output: 12 } as const;
const node = { input: 1, output: 2, operator: 4, attribute: 5 } as const;
const attribute = { name: 1, float: 2, int: 3, string: 4, floats: 7, ints: 8, strings: 9 } as const;
const tensor = { dims: 1, type: 2, name: 8, raw: 9 } as const;
const valueInfo = { name: 1, type: 2 } as const;
const valueType = { tensor: 1 } as const;
const tensorType = { element: 1 } as const;

const elements = { float32: 1, int64: 7, bool: 9, float64: 11 } as const;

type RawAttributes = Record<string, number | string | number[] | string[]>;

interface Graph {
  nodes: GraphNode[];
  constants: Map<string, Tensor>;
  numbersType: Program['numbersType'];
  output: string;
}

/**
 * Parses a serialized ONNX model.
 *
 * Throws UnsupportedModelError for a graph that this package cannot run. Operators are checked by `compile`.
 */
export function parseModel(bytes: Uint8Array): Program {
  const read: Graph = { nodes: [], constants: new Map(), numbersType: 'float32', output: '' };
  new PbfReader(bytes).readFields((tag, result, pbf) => {
    if (tag === model.graph) pbf.readMessage(readGraph, result);
  }, read);
  return read;
}

function readGraph(tag: number, read: Graph, pbf: PbfReader): void {
  if (tag === graph.node) read.nodes.push(readNode(pbf));
  if (tag === graph.initializer) read.constants.set(...readTensor(pbf));
  if (tag === graph.input) {
    const { name, element } = pbf.readMessage(readInput, { name: '', element: 0 });
    if (name === numbersInput && element === elements.float64) read.numbersType = 'float64';
  }
  if (tag === graph.output) read.output = pbf.readMessage(readName, { name: '' }).name;
}

function readName(tag: number, read: { name: string }, pbf: PbfReader): void {
  if (tag === valueInfo.name) read.name = pbf.readString();
}

function readInput(tag: number, read: { name: string; element: number }, pbf: PbfReader): void {
  if (tag === valueInfo.name) read.name = pbf.readString();
  if (tag === valueInfo.type) pbf.readMessage(readType, read);
}

function readType(tag: number, read: { element: number }, pbf: PbfReader): void {
  if (tag !== valueType.tensor) return;
  pbf.readMessage((field, result, reader) => {
    if (field === tensorType.element) result.element = reader.readVarint();
  }, read);
}

function readNode(pbf: PbfReader): GraphNode {
  const read = { inputs: [] as string[], outputs: [] as string[], operator: '', raw: {} as RawAttributes };
  pbf.readMessage((tag, result, reader) => {
    if (tag === node.input) result.inputs.push(reader.readString());
    if (tag === node.output) result.outputs.push(reader.readString());
    if (tag === node.operator) result.operator = reader.readString();
    if (tag === node.attribute) Object.assign(result.raw, readAttribute(reader));
  }, read);
  const { inputs, outputs, operator, raw } = read;
  const [output, ...others] = outputs;
  if (output === undefined || others.length > 0)
    throw new UnsupportedModelError(`${operator} with several outputs`);
  return { operator, inputs, output, attributes: attributesOf(operator, raw) };
}

function readAttribute(pbf: PbfReader): RawAttributes {
  const read = { name: '', value: undefined as RawAttributes[string] | undefined };
  const floats: number[] = [];
  const ints: number[] = [];
  const strings: string[] = [];
  pbf.readMessage((tag, result, reader) => {
    if (tag === attribute.name) result.name = reader.readString();
    if (tag === attribute.float) result.value = reader.readFloat();
    if (tag === attribute.int) result.value = reader.readVarint(true);
    if (tag === attribute.string) result.value = Buffer.from(reader.readBytes()).toString();
    if (tag === attribute.floats) reader.readPackedFloat(floats);
    if (tag === attribute.ints) reader.readPackedVarint(ints, true);
    if (tag === attribute.strings) strings.push(Buffer.from(reader.readBytes()).toString());
  }, read);
  const list = [floats, ints, strings].find(({ length }) => length > 0);
  return { [read.name]: read.value ?? list ?? [] };
}

/** What the tree kernel assumes; other values would give other predictions. */
function requireSums(raw: RawAttributes): void {
  const {
    aggregate_function: aggregate = 'SUM',
    post_transform: transform = 'NONE',
    base_values: base,
  } = raw;
  if (aggregate !== 'SUM') throw new UnsupportedModelError(`trees with aggregate_function ${aggregate}`);
  if (transform !== 'NONE') throw new UnsupportedModelError(`trees with post_transform ${transform}`);
  if (Array.isArray(base) && base.length > 0) throw new UnsupportedModelError('trees with base_values');
}

function attributesOf(operator: string, raw: RawAttributes): Attributes {
  if (operator === 'TreeEnsembleRegressor') {
    requireSums(raw);
    return { trees: packTrees(raw as unknown as TreeAttributes) };
  }
  if (operator === 'LabelEncoder')
    return {
      keys: raw.keys_strings as string[],
      codes: Int32Array.from(raw.values_int64s as number[]),
      defaultCode: raw.default_int64 as number,
    };
  return raw as Attributes;
}

function readTensor(pbf: PbfReader): [string, Tensor] {
  const read = { dims: [] as number[], type: 0, name: '', raw: new Uint8Array(0) };
  pbf.readMessage((tag, result, reader) => {
    if (tag === tensor.dims) reader.readPackedVarint(result.dims);
    if (tag === tensor.type) result.type = reader.readVarint();
    if (tag === tensor.name) result.name = reader.readString();
    // A copy, so that typed arrays are aligned.
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
      throw new UnsupportedModelError(`constants of element type ${type}`);
  }
}
