import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import type { TrainingProgress } from '@rowcast/contracts/domain/models/training';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Findings } from '@/features/datasets/index.ts';
import {
  formatBytes,
  formatDuration,
  formatInteger,
  formatScientific,
  formatShare,
} from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { CopyButton } from '@/shared/ui/actions/copy-button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { useReasonText } from '../../report/reason-text.ts';
import { allSettings, settingName, settingText } from '../../report/setting-text.ts';
import { CleaningPanel } from './cleaning-panel.tsx';

interface ProvenanceProps {
  model: ModelDetail;
  report: Report;
}

/** The data, settings and versions of a training, as needed to reproduce it. */
export function ProvenancePanels({ model, report }: ProvenanceProps) {
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <DataPanel model={model} report={report} />
          <SettingsPanel report={report} />
          {report.cleaning && report.cleaning.length > 0 && <CleaningPanel steps={report.cleaning} />}
        </div>
        <RebuildPanel model={model} report={report} />
      </div>
      {report.findings.length > 0 && <FoundInData findings={report.findings} />}
    </>
  );
}

function FoundInData({ findings }: Pick<Report, 'findings'>) {
  const { t } = useTranslation('models');
  const section = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // The page around it was shown before the report was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key makes a second click on the same link scroll again
  useEffect(() => {
    if (hash !== '#findings') return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, [hash, key]);
  return (
    <section ref={section} id="findings" tabIndex={-1} className="grid grid-cols-1 gap-2 outline-none">
      <h2 className="font-semibold">{t('findings')}</h2>
      <Findings findings={findings} />
    </section>
  );
}

const shownClasses = 12;

function DataPanel({ model, report }: ProvenanceProps) {
  const { t } = useTranslation('models');
  const paths = usePaths();
  const inWords = useReasonText();
  const { rows, droppedColumns, targetDistribution } = report;
  const { derivedNumbers = [], dateCycles = [], namedNumbers = [] } = report;
  const classes = targetDistribution.slice(0, shownClasses);
  const more = report.labels.length - classes.length;
  // The report lists only the most frequent classes.
  const labelled = rows.train + rows.test + (rows.leftOut ?? 0);
  return (
    <Panel
      title={t('data.title')}
      actions={
        model.datasetId && (
          <Link
            to={paths.dataset(model.datasetId)}
            className="rounded-sm text-accent-text text-sm hover:underline"
          >
            {t('data.open')}
          </Link>
        )
      }
    >
      <Facts
        items={[
          { label: t('data.target'), value: report.target },
          { label: t('data.task'), value: t(`task.${report.task}`) },
          { label: t('data.train'), value: formatInteger(rows.train) },
          { label: t('data.test'), value: formatInteger(rows.test) },
          ...(rows.leftOut ? [{ label: t('data.leftOut'), value: formatInteger(rows.leftOut) }] : []),
          { label: t('data.missingTarget'), value: formatInteger(rows.missingTarget) },
        ]}
      />
      <p className="mt-3 text-soft text-sm">{inWords(report.taskReason, report.taskWhy)}</p>
      {report.task !== 'regression' && targetDistribution.length > 0 && (
        <>
          <h3 className="mt-4 mb-1.5 font-medium">{t('data.classes')}</h3>
          <Facts
            items={classes.map(({ value, count }) => ({
              label: value,
              value: `${formatInteger(count)} (${formatShare(labelled > 0 ? count / labelled : null)})`,
            }))}
          />
          {more > 0 && <p className="mt-1.5 text-soft text-sm">{t('data.moreClasses', { count: more })}</p>}
        </>
      )}
      {droppedColumns.length > 0 && (
        <>
          <h3 className="mt-4 mb-1.5 font-medium">{t('data.dropped')}</h3>
          <Facts
            items={droppedColumns.map(({ column, reason, why }) => ({
              label: column,
              value: inWords(reason, why),
            }))}
          />
        </>
      )}
      {derivedNumbers.length > 0 && <DerivedNumbers derived={derivedNumbers} />}
      {dateCycles.length > 0 && (
        <LearnedBesides
          title={t('data.cycles')}
          note={t('data.cyclesNote')}
          texts={dateCycles.map(({ field, cycle }) => t(`data.cycle.${cycle}`, { field }))}
        />
      )}
      {namedNumbers.length > 0 && (
        <LearnedBesides title={t('data.named')} note={t('data.namedNote')} texts={namedNumbers} />
      )}
    </Panel>
  );
}

type Derived = NonNullable<Report['derivedNumbers']>;

function DerivedNumbers({ derived }: { derived: Derived }) {
  const { t } = useTranslation('models');
  // Isolates names so that right-to-left scripts do not reverse the formula.
  const named = ({ field, part }: Derived[number]['left']) =>
    `\u2068${part === null ? field : t(`data.datePart.${part}`, { field })}\u2069`;
  const texts = derived.map(({ operation, left, right }) =>
    t(`data.operation.${operation}`, { left: named(left), right: named(right) }),
  );
  return <LearnedBesides title={t('data.derived')} note={t('data.derivedNote')} texts={texts} />;
}

function LearnedBesides({ title, note, texts }: { title: string; note: string; texts: string[] }) {
  return (
    <>
      <h3 className="mt-4 mb-1.5 font-medium">{title}</h3>
      <p className="mb-1.5 text-soft text-sm">{note}</p>
      <ul className="grid gap-1">
        {texts.map((text) => (
          <li key={text} className="break-words">
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

function RebuildPanel({ model, report }: ProvenanceProps) {
  const { t } = useTranslation('models');
  const counted = !model.reproducible ? 'no' : report.stoppedEarly ? 'stopped' : 'yes';
  const notes = { yes: 'rebuild.note', no: 'rebuild.byClock', stopped: 'rebuild.stopped' } as const;
  return (
    <Panel title={t('rebuild.title')} description={t(notes[counted])}>
      <Facts
        items={[
          { label: t('train.reproducible'), value: t(`rebuild.counted.${counted}`) },
          ...(model.bundleHash
            ? [{ label: t('rebuild.bundle'), value: <Hash text={model.bundleHash} /> }]
            : []),
          {
            label: t('rebuild.parity'),
            value: t('rebuild.parityValue', {
              delta: formatScientific(report.parity.maxDelta),
              rows: formatInteger(report.parity.rowsChecked),
            }),
          },
          { label: t('rebuild.seed'), value: report.seed },
          { label: t('rebuild.dataHash'), value: <Hash text={report.dataSha256} /> },
          ...(model.bundleBytes === null
            ? []
            : [{ label: t('rebuild.bundleSize'), value: formatBytes(model.bundleBytes) }]),
          ...(report.rebuild
            ? [
                {
                  label: t('rebuild.code'),
                  value: <code className="font-mono text-sm">{report.rebuild.codeVersion}</code>,
                },
              ]
            : []),
          ...Object.entries(report.versions).map(([name, version]) => ({
            label: name,
            code: true,
            value: <code className="font-mono text-sm">{version}</code>,
          })),
        ]}
      />
      {report.cost && <CostFacts cost={report.cost} />}
      <h3 className="mt-4 mb-1.5 font-medium">{t('rebuild.timings')}</h3>
      <Facts
        items={report.timings.map(({ step, seconds }) => ({
          label: t(`phase.${step as TrainingProgress['phase']}`),
          value: formatDuration(seconds),
        }))}
      />
    </Panel>
  );
}

/** Compares the estimated with the actual cost of the training. */
function CostFacts({ cost }: { cost: NonNullable<Report['cost']> }) {
  const { t } = useTranslation('models');
  const { seconds, estimatedSeconds, memoryBytes, estimatedMemoryBytes } = cost;
  return (
    <>
      <h3 className="mt-4 mb-1.5 font-medium">{t('cost.title')}</h3>
      <Facts
        items={[
          {
            label: t('cost.time'),
            value: t('cost.value', {
              taken: formatDuration(seconds),
              estimated: formatDuration(estimatedSeconds),
            }),
          },
          {
            label: t('cost.memory'),
            value: t('cost.value', {
              taken: formatBytes(memoryBytes),
              estimated: formatBytes(estimatedMemoryBytes),
            }),
          },
        ]}
      />
    </>
  );
}

function SettingsPanel({ report: { rebuild } }: { report: Report }) {
  const { t } = useTranslation('models');
  if (!rebuild) return null;
  return (
    <Panel title={t('rebuild.config')}>
      <Facts
        items={allSettings([rebuild.config]).map((name) => ({
          label: settingName(t, name),
          value: settingText(t, name, rebuild.config[name]),
        }))}
      />
    </Panel>
  );
}

function Hash({ text }: { text: string }) {
  return (
    <span className="inline-flex max-w-full items-center justify-end gap-1">
      <code className="truncate font-mono text-sm">{text.slice(0, 16)}…</code>
      <CopyButton text={text} />
    </span>
  );
}
