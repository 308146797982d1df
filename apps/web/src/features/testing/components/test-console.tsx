import { endpointUrl } from '@rowcast/contracts/domain/apis/snippets';
import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { SendHorizontal } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { CopyButton } from '@/shared/ui/actions/copy-button.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { remember } from '../history.ts';
import type { Draft } from '../request/draft.ts';
import { exampleRow, readBody, withRows } from '../request/request-body.ts';
import { fieldNotes, matchingResponse, readPredictions } from '../request/response.ts';
import { revealElement } from '../request/reveal-element.ts';
import { type Answer, methods, useSend } from '../request/send.ts';
import type { DecisionRule } from '../what-if/decision.ts';
import { PastCalls } from './past-calls.tsx';
import { PredictionOptions } from './request/prediction-options.tsx';
import { RequestEditor } from './request/request-editor.tsx';
import { ResponsePanel } from './request/response-panel.tsx';
import { SnippetPanel } from './request/snippet-panel.tsx';
import { SavedCases } from './saved-cases.tsx';

interface TestConsoleProps {
  fields: readonly FieldSchema[];
  decisionRule: DecisionRule;
  /** The coverages that can be requested; empty if the model stores no intervals or sets. */
  coverages: readonly number[];
  draft: Draft;
}

const predictionsOf = (answer: Answer | undefined) =>
  (answer && readPredictions(answer)?.predictions) ?? null;

/** Builds a request from the model's fields, sends it and shows the response. */
export function TestConsole({ fields, decisionRule, coverages, draft }: TestConsoleProps) {
  const { t } = useTranslation('testing');
  const { apiId, version } = decisionRule;
  const { method, setMethod, text, setText, answered, setAnswered } = draft;
  const testDeniedReason = useDeniedReason('Test');
  const send = useSend(apiId);
  const responseRef = useRef<HTMLDivElement>(null);
  const url = endpointUrl(window.location.origin, apiId);
  const body = readBody(text);
  const current = matchingResponse(text, version, answered);
  const withBody = method === 'POST' || method === 'PUT';
  const submit = async () => {
    const request = { method, text };
    const answer = await send.mutateAsync(request).catch(() => undefined);
    if (!answer) return;
    setAnswered({ request, answer });
    remember(apiId, { request, answer });
    requestAnimationFrame(() => revealElement(responseRef.current));
  };
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      <Panel
        title={t('request.title')}
        description={method === 'POST' ? t('request.post') : t('request.other')}
      >
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <div className="grid grid-cols-[6.5rem_1fr] gap-2 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto]">
            <Select
              aria-label={t('request.method')}
              value={method}
              onChange={setMethod}
              options={methods.map((value) => ({ value, label: value }))}
            />
            <div className="relative max-sm:order-last max-sm:col-span-2">
              <Input aria-label={t('request.url')} value={url} readOnly className="pr-9 font-mono text-sm" />
              <span className="absolute top-0.5 right-0.5">
                <CopyButton text={url} label={t('request.copyUrl')} />
              </span>
            </div>
            <Button
              type="submit"
              variant="primary"
              busy={send.isPending}
              disabled={withBody && !body.ok}
              blocked={method === 'POST' ? testDeniedReason : undefined}
            >
              {!send.isPending && <SendHorizontal aria-hidden />}
              {t('request.send')}
            </Button>
          </div>
          {withBody && (
            <RequestEditor fields={fields} text={text} onChange={setText} notes={fieldNotes(current)} />
          )}
          {method === 'POST' && body.ok && (
            <PredictionOptions
              text={text}
              onChange={setText}
              coverages={coverages}
              isNumber={decisionRule.task === 'regression'}
            />
          )}
        </form>
      </Panel>
      <div className="grid grid-cols-1 gap-5">
        <div ref={responseRef} className="scroll-mt-20">
          <ResponsePanel answer={answered?.answer} decisionRule={decisionRule} />
        </div>
        <SavedCases
          key={version}
          apiId={apiId}
          text={text}
          predictions={predictionsOf(current)}
          canSave={method === 'POST' && body.ok}
          onChoose={(request) => {
            setMethod('POST');
            setText(request);
          }}
        />
        <PastCalls
          apiId={apiId}
          onChoose={(past) => {
            setMethod(past.request.method);
            setText(past.request.text);
            setAnswered(past);
          }}
        />
        <SnippetPanel url={url} body={body.ok ? withRows(body, 3) : { instances: [exampleRow(fields)] }} />
      </div>
    </div>
  );
}
