import type { BulkInviteResult } from '@rowcast/contracts/domain/people/team';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { translateMessage } from '@/shared/i18n/error-message.ts';
import { failureText } from '@/shared/i18n/failure-text.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { CodeBlock } from '@/shared/ui/layout/code-block.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { useBulkInvite } from '../invites-api.ts';
import { quickAction } from './quick-action.ts';

const example = 'email,role,message\nravi@example.org,developer,Welcome\nmeera@example.org,viewer,';

/** Invites everyone in a file and reports the result of each row. */
export function BulkInviteDialog() {
  const { t } = useTranslation('team');
  const [open, setOpen] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const bulk = useBulkInvite();
  const results = bulk.data;
  const change = (next: boolean) => {
    setOpen(next);
    bulk.reset();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size="lg"
      dismissable={!bulk.isPending}
      title={t('bulk.title')}
      description={results ? summary(t, results) : t('bulk.description')}
      trigger={
        <Button className={quickAction}>
          <Upload aria-hidden />
          {t('bulk.action')}
        </Button>
      }
      footer={
        <>
          <DialogClose asChild>
            <Button disabled={bulk.isPending}>{t(results ? 'close' : 'cancel')}</Button>
          </DialogClose>
          <Button variant="primary" busy={bulk.isPending} onClick={() => picker.current?.click()}>
            {t(results ? 'bulk.another' : 'bulk.choose')}
          </Button>
        </>
      }
    >
      <input
        ref={picker}
        type="file"
        accept=".csv,text/csv"
        aria-label={t('bulk.choose')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) bulk.mutate(file);
        }}
      />
      {results ? <Results results={results} /> : <CodeBlock title={t('bulk.example')} code={example} />}
    </Dialog>
  );
}

type Translate = ReturnType<typeof useTranslation<'team'>>['t'];

function summary(t: Translate, results: readonly BulkInviteResult[]): string {
  const invited = results.filter(({ status }) => status === 'invited').length;
  return t('bulk.result', { invited, failed: results.length - invited });
}

function Results({ results }: { results: readonly BulkInviteResult[] }) {
  const { t } = useTranslation('team');
  const columns: Column<BulkInviteResult>[] = [
    { id: 'line', header: t('bulk.line'), numeric: true, cell: ({ line }) => line },
    {
      id: 'email',
      header: t('invites.email'),
      className: 'break-all',
      cell: ({ email }) => email || '–',
    },
    {
      id: 'result',
      header: t('bulk.outcome'),
      cell: ({ error }) =>
        error ? (
          <span className="grid justify-items-start gap-1">
            <Badge tone="red">{t('bulk.notInvited')}</Badge>
            <span className="text-soft text-sm">
              {error.code === 'VALIDATION_FAILED' ? translateMessage(error.message) : failureText(error)}
            </span>
          </span>
        ) : (
          <Badge tone="green">{t('bulk.invited')}</Badge>
        ),
    },
  ];
  return (
    <DataTable label={t('bulk.title')} columns={columns} rows={results} rowId={({ line }) => String(line)} />
  );
}
