import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { useState } from 'react';
import { exampleBody, type Row } from './request-body.ts';
import type { Answered } from './response.ts';
import type { Method } from './send.ts';

/** What is asked in either way, held above both, so that going to the other or a deployment meanwhile loses nothing. */
export function useDraft(fields: readonly FieldSchema[]) {
  const [method, setMethod] = useState<Method>('POST');
  const [typed, setText] = useState<string>();
  const [answered, setAnswered] = useState<Answered>();
  const [changed, setChanges] = useState<Row>({});
  return {
    ...{ method, setMethod, answered, setAnswered },
    /** Until something is typed, the example of the model that is deployed. */
    text: typed ?? exampleBody(fields),
    setText,
    /** What What-if has changed in the first row of the request, of the fields that the model has. */
    changes: Object.fromEntries(
      fields.flatMap(({ name }) => (name in changed ? [[name, changed[name]]] : [])),
    ) as Row,
    setChanges,
  };
}

export type Draft = ReturnType<typeof useDraft>;
