import type { AuditName } from '@rowcast/contracts/domain/people/audit';
import { createContext, useContext } from 'react';
import { Link } from 'react-router-dom';
import { usePaths, type WorkspacePaths } from '@/shared/lib/navigation/paths.ts';

/** The current names of the resources in the records. */
export const Names = createContext<ReadonlyMap<string, AuditName>>(new Map());

export const useRecordNames = (id: unknown): AuditName | undefined => {
  const names = useContext(Names);
  return typeof id === 'string' ? names.get(id) : undefined;
};

function placeOf({ id, apiId }: AuditName, paths: WorkspacePaths): string {
  if (id.startsWith('ds_')) return paths.dataset(id);
  if (id.startsWith('usr_') || !apiId) return paths.invite;
  if (id.startsWith('mdl_')) return paths.apiTab(apiId, `models/${id}`);
  if (id.startsWith('dep_')) return paths.apiTab(apiId, 'models/versions');
  if (id.startsWith('key_')) return paths.apiTab(apiId, 'settings/keys');
  return paths.api(apiId);
}

/** Links to the resource of a record. */
export function RecordLink({ named }: { named: AuditName }) {
  const paths = usePaths();
  return (
    <Link
      to={placeOf(named, paths)}
      title={named.id}
      className="rounded-sm underline decoration-line-strong underline-offset-2 hover:decoration-current [overflow-wrap:anywhere]"
    >
      {named.name}
    </Link>
  );
}
