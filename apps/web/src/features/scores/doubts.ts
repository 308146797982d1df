import type { LintFinding } from '@rowcast/contracts/domain/finding';
import type { Report } from '@rowcast/contracts/domain/report';

const doubtful = ['TARGET_COPY', 'TARGET_LEAK', 'SCORED_COPIES'] as const;
type DoubtCode = (typeof doubtful)[number];
export type Doubt = LintFinding & { code: DoubtCode };

const isDoubt = (finding: LintFinding): finding is Doubt =>
  finding.severity === 'warning' && doubtful.some((code) => code === finding.code);

/** What makes a score too good to rely on: columns that give the target away, and copies among the rows scored. */
export const doubtsOf = ({ findings }: Pick<Report, 'findings'>): Doubt[] => findings.filter(isDoubt);
