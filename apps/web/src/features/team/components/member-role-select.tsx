import { type Member, type MemberRole, memberRoles } from '@rowcast/contracts/domain/people/team';
import { useTranslation } from 'react-i18next';
import { useMe, usePermission } from '@/features/auth/index.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Select } from '@/shared/ui/forms/select.tsx';
import { useChangeRole } from '../api.ts';

/** The role; a select for team managers. Ownership changes by transfer only. */
export function MemberRoleSelect({ member }: { member: Member }) {
  const { t } = useTranslation('team');
  const me = useMe().data?.id;
  const manages = usePermission('Manage Team');
  const change = useChangeRole();
  const { id, name, role } = member;
  if (!manages || role === 'owner' || id === me) return t(`role.${role}`);
  const shown = change.isPending ? change.variables.role : role;
  return (
    <Select<MemberRole>
      aria-label={t('members.roleOf', { name })}
      value={shown}
      disabled={change.isPending}
      onChange={(next) =>
        change.mutate(
          { id, role: next },
          {
            onSuccess: () => notify.success(t('members.roleDone', { name, role: t(`role.${next}`) })),
          },
        )
      }
      options={memberRoles.map((value) => ({
        value,
        label: t(`role.${value}`),
        hint: t(`roleHint.${value}`),
      }))}
      className="w-32"
    />
  );
}
