import type { Tensor } from './tensor.ts';

/** Computes an operator. The result is valid until the next run, which reuses its memory. */
export type Kernel = (inputs: readonly Tensor[]) => Tensor;

/**
 * A kernel that prepares its loops once for given input tensors. Kernels reuse their output tensors, so the inputs are
 * the same objects in each run until the number of rows changes.
 */
export function cacheLayout(prepare: (inputs: readonly Tensor[]) => { out: Tensor; fill(): void }): Kernel {
  let known: readonly Tensor[] = [];
  let prepared: ReturnType<typeof prepare> | null = null;
  return (inputs) => {
    if (!prepared || inputs.some((input, at) => input !== known[at])) {
      known = [...inputs];
      prepared = prepare(inputs);
    }
    prepared.fill();
    return prepared.out;
  };
}
