import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { useState } from 'react';
import { exampleBody, type Row } from './request-body.ts';
import type { TestExchange } from './response.ts';
import type { Method } from './send.ts';

/** The draft request. Stored above both views, so that it survives switching views and deployments. */
export function useDraft(fields: readonly FieldSchema[]) {
  const [method, setMethod] = useState<Method>('POST');
  const [typed, setText] = useState<string>();
  const [answered, setAnswered] = useState<TestExchange>();
  const [changed, setChanges] = useState<Row>({});
  return {
    ...{ method, setMethod, answered, setAnswered },
    /** Until something is typed, the example of the deployed model. */
    text: typed ?? exampleBody(fields),
    setText,
    /** What-if changes to the first row, limited to the fields of the model. */
    changes: Object.fromEntries(
      fields.flatMap(({ name }) => (name in changed ? [[name, changed[name]]] : [])),
    ) as Row,
    setChanges,
  };
}

export type Draft = ReturnType<typeof useDraft>;
