import { byCode } from '@/shared/i18n/error-message.ts';
import { fieldSentence } from '../../request/field-sentence.ts';
import type { readProblem } from '../../request/response.ts';

interface RowProblemProps {
  problem: NonNullable<ReturnType<typeof readProblem>>;
  tone: string;
}

/** Explains why a what-if row has no prediction. */
export function RowProblem({ problem, tone }: RowProblemProps) {
  return (
    <div role="alert" className={tone}>
      <p>{byCode(problem)}</p>
      {problem.fields.map((each) => (
        <p key={`${each.row}-${each.field}-${each.message}`} className="mt-1 text-sm">
          <code className="font-mono">{each.field}</code>: {fieldSentence(each)}
        </p>
      ))}
    </div>
  );
}
