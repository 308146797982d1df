import type { MouseEvent, PointerEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '../dialogs/tooltip.tsx';

const termNames = [
  'fold',
  'rocAuc',
  'calibration',
  'predictionInterval',
  'predictionSet',
  'targetCoverage',
  'empiricalCoverage',
  'permutationImportance',
  'partialDependence',
  'dataLeakage',
  'outlier',
] as const;
export type TermName = (typeof termNames)[number];

interface TermProps {
  name: TermName;
  children: ReactNode;
}

/** A technical term; its definition is shown on hover, focus and tap, and read out as its description. */
export function Term({ name, children }: TermProps) {
  const { t } = useTranslation('ui');
  return (
    <Tooltip content={t(`terms.${name}`)} staysOnPress>
      <button
        type="button"
        onPointerDown={keepOpen}
        onClick={keepOpen}
        className="cursor-help rounded-sm underline decoration-dotted decoration-from-font underline-offset-4"
      >
        {children}
      </button>
    </Tooltip>
  );
}

/** A tap has no hover: the focus opens the tooltip, and the press must not close it again. */
function keepOpen(event: PointerEvent<HTMLButtonElement> | MouseEvent<HTMLButtonElement>): void {
  event.preventDefault();
  event.currentTarget.focus();
}

const marked = new RegExp(`<(${termNames.join('|')})>(.*?)</\\1>`);

/** A text of a catalogue in which `<fold>folds</fold>` marks a term. */
export function withTerms(text: string): ReactNode[] {
  const [first = '', ...rest] = text.split(marked);
  const nodes: ReactNode[] = [first];
  for (let at = 0; at + 2 < rest.length; at += 3) {
    const [name, words, after] = rest.slice(at, at + 3);
    nodes.push(
      <Term key={`${name} ${words}`} name={name as TermName}>
        {words}
      </Term>,
      after,
    );
  }
  return nodes;
}
