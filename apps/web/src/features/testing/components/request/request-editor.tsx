import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { RotateCcw } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Textarea } from '@/shared/ui/forms/input.tsx';
import { Tabs } from '@/shared/ui/layout/tabs.tsx';
import { exampleBody, readBody, setCells } from '../../request/request-body.ts';
import type { FieldNote } from '../../request/response.ts';
import { FieldInput } from './field-input.tsx';

interface RequestEditorProps {
  fields: readonly FieldSchema[];
  text: string;
  onChange: (text: string) => void;
  notes: Record<string, FieldNote>;
}

const views = ['form', 'json'] as const;

/** The request as a form and as JSON: two views of the same text. */
export function RequestEditor({ fields, text, onChange, notes }: RequestEditorProps) {
  const { t } = useTranslation('testing');
  const [view, setView] = useQueryState('body', parseAsStringLiteral(views).withDefault('form'));
  const content = {
    form: () => <RowForm fields={fields} text={text} onChange={onChange} notes={notes} />,
    json: () => <JsonEditor text={text} onChange={onChange} />,
  };
  return (
    <div className="relative">
      <Tabs
        label={t('request.title')}
        value={view}
        onChange={(next) => void setView(next)}
        tabs={views.map((value) => ({
          value,
          label: t(`request.${value}`),
          content: value === view && content[value](),
        }))}
      />
      <Button
        size="sm"
        variant="ghost"
        className="absolute top-1 right-0"
        onClick={() => onChange(exampleBody(fields))}
      >
        <RotateCcw aria-hidden />
        {t('request.example')}
      </Button>
    </div>
  );
}

function RowForm({ fields, text, onChange, notes }: RequestEditorProps) {
  const { t } = useTranslation('testing');
  const body = readBody(text);
  if (!body.ok) return <p className="text-soft">{t('form.unreadable')}</p>;
  const row = body.rows[0] ?? {};
  return (
    <>
      {body.rows.length > 1 && (
        <p className="mb-3 text-soft text-sm">{t('form.firstOf', { all: body.rows.length })}</p>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={row[field.name]}
            note={notes[field.name]}
            onChange={(value) => onChange(setCells(text, { [field.name]: value }))}
          />
        ))}
      </div>
    </>
  );
}

function JsonEditor({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('testing');
  const body = readBody(text);
  const problem = body.ok
    ? undefined
    : body.problem === 'notObject'
      ? t('json.notObject', { row: body.row })
      : t(`json.${body.problem}`);
  return (
    <FieldFrame label={t('json.label')} error={problem}>
      {(ties) => (
        <Textarea
          {...ties}
          rows={16}
          spellCheck={false}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          className="font-mono text-sm"
        />
      )}
    </FieldFrame>
  );
}
