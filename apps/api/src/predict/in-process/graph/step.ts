import type { Tensor } from './tensor.ts';

/** Works a step out, into places of its own that the next run uses again. */
export type Run = (inputs: readonly Tensor[]) => Tensor;

/**
 * A step whose loops are laid out for the tensors that it met last: they are the same at each run until the number of
 * rows changes.
 */
export function laidOut(layOut: (inputs: readonly Tensor[]) => { out: Tensor; fill(): void }): Run {
  let known: readonly Tensor[] = [];
  let laid: ReturnType<typeof layOut> | null = null;
  return (inputs) => {
    if (!laid || inputs.some((input, at) => input !== known[at])) {
      known = [...inputs];
      laid = layOut(inputs);
    }
    laid.fill();
    return laid.out;
  };
}
