import type { RunnableModel } from '@rowcast/contracts';
import type { Tensor } from '@rowcast/onnx-trees';

/** Formats numbers as the model server does: integers get a decimal. */
function numeral(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? `${value}.0` : String(value);
}

const fewestDigits = 7;
const maxDigits = 9;

/** A share by the digits that single precision needs. */
function share(value: number): string {
  const single = Math.fround(value);
  for (let digits = fewestDigits; digits < maxDigits; digits++) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return numeral(short);
  }
  return numeral(Number(single.toPrecision(maxDigits)));
}

/** Writes answers without warnings, byte for byte as the model server does but for the last digits of numbers. */
export function answerWriter({
  labels,
  predictions,
  threshold,
}: Pick<RunnableModel, 'labels' | 'predictions' | 'threshold'>): (answers: Tensor) => string {
  const heads = predictions.map((value) => `{"prediction":${value},"probabilities":{`);
  const keys = labels.map((label, at) => `${at ? ',' : ''}${JSON.stringify(label)}:`);

  /** The second of two classes from the threshold on, else the likeliest. */
  function chosen(data: Tensor['data'], from: number): number {
    if (keys.length === 2) return (data[from + 1] as number) >= threshold ? 1 : 0;
    let best = 0;
    for (let at = 1; at < keys.length; at++)
      if ((data[from + at] as number) > (data[from + best] as number)) best = at;
    return best;
  }

  function row(data: Tensor['data'], from: number): string {
    if (keys.length === 0) return `{"prediction":${numeral(data[from] as number)}}`;
    const shares = keys.map((key, at) => key + share(data[from + at] as number)).join('');
    return `${heads[chosen(data, from)]}${shares}}}`;
  }

  return ({ dims, data }) => {
    const [rows = 0, width = 1] = dims;
    const all = Array.from({ length: rows }, (_, at) => row(data, at * width));
    return `{"predictions":[${all.join()}],"warnings":[]}`;
  };
}
