import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import { useRef, useState } from 'react';

/** Keeps a training from starting while columns have no chosen reading. `choices` are props of ReadingChoices. */
export function useMissingReadings(findings: readonly LintFinding[]) {
  const ref = useRef<HTMLElement>(null);
  const [missing, setMissing] = useState(false);
  /** Points to the choices if there are any, and returns whether there are. */
  const refuse = (): boolean => {
    if (findings.length === 0) return false;
    setMissing(true);
    ref.current?.querySelector('button')?.focus();
    return true;
  };
  return { choices: { ref, findings, missing }, refuse };
}
