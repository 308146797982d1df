import type { Member } from '@rowcast/contracts/domain/people/team';
import { Crown, EllipsisVertical, LogOut, UserMinus } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe, usePermission, useWorkspace } from '@/features/auth/index.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { DropdownMenu, MenuItem } from '@/shared/ui/actions/dropdown-menu.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { type KeyChoice, useLeave, useMemberKeys, useRemoveMember, useTransferOwnership } from '../api.ts';
import { MemberKeys } from './member-keys.tsx';

type Action = 'handOver' | 'remove' | 'leave';

/** Actions on a member: transfer ownership, remove, or leave. */
export function MemberActions({ member }: { member: Member }) {
  const { t } = useTranslation('team');
  const me = useMe().data?.id;
  const manages = usePermission('Manage Team');
  const owns = useWorkspace()?.role === 'owner';
  const [pendingAction, setPendingAction] = useState<Action>();
  const button = useRef<HTMLButtonElement>(null);
  const self = member.id === me;
  const actions: Action[] = [
    ...(owns && !self ? (['handOver'] as const) : []),
    ...(manages && !self && member.role !== 'owner' ? (['remove'] as const) : []),
    ...(self && member.role !== 'owner' ? (['leave'] as const) : []),
  ];
  const icons = { handOver: Crown, remove: UserMinus, leave: LogOut };
  if (actions.length === 0) return null;
  return (
    <>
      <DropdownMenu
        trigger={
          <Button
            ref={button}
            size="sm"
            variant="ghost"
            className="w-7 px-0"
            aria-label={t('members.actionsOf', { name: member.name })}
          >
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        {actions.map((action) => {
          const Icon = icons[action];
          return (
            <MenuItem key={action} danger={action !== 'handOver'} onSelect={() => setPendingAction(action)}>
              <Icon aria-hidden />
              {t(`${action}.item`)}
            </MenuItem>
          );
        })}
      </DropdownMenu>
      {pendingAction && (
        <Question
          action={pendingAction}
          member={member}
          returnFocus={button}
          onClose={() => setPendingAction(undefined)}
        />
      )}
    </>
  );
}

interface QuestionProps {
  action: Action;
  member: Member;
  returnFocus: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

function Question({ action, member, returnFocus, onClose }: QuestionProps) {
  const { t } = useTranslation('team');
  const remove = useRemoveMember();
  const leave = useLeave();
  const handOver = useTransferOwnership();
  const { id, name } = member;
  const keys = useMemberKeys(id, action === 'remove');
  const [choice, setChoice] = useState<KeyChoice>('revoke');
  const run: Record<Action, () => Promise<unknown>> = {
    handOver: () => handOver.mutateAsync(id),
    remove: () => remove.mutateAsync({ id, keys: keys.data?.length ? choice : undefined }),
    leave: () => leave.mutateAsync(),
  };
  return (
    <AlertDialog
      onClose={onClose}
      title={t(`${action}.title`, { name })}
      description={t(`${action}.confirm`, { name })}
      action={t(`${action}.action`)}
      danger={action !== 'handOver'}
      returnFocus={returnFocus}
      onConfirm={async () => {
        await run[action]();
        notify.success(t(`${action}.done`, { name }));
      }}
    >
      {action === 'remove' && keys.data && keys.data.length > 0 && (
        <MemberKeys name={name} keys={keys.data} choice={choice} onChoose={setChoice} />
      )}
    </AlertDialog>
  );
}
