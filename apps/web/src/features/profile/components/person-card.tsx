import type { User } from '@rowcast/contracts/domain/people/user';
import { Camera, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime } from '@/shared/lib/format/format.ts';
import { notify, notifyError } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Avatar } from '@/shared/ui/layout/avatar.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { useRemovePicture } from '../api.ts';

const kinds = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

interface PersonCardProps {
  user: User;
  /** The chosen picture, stored until the profile is saved. */
  picture: File | null;
  onPicture: (picture: File | null) => void;
}

/** Checks that the browser can decode the picture, as the server will. */
const isPicture = (file: File): Promise<boolean> =>
  createImageBitmap(file).then(
    (drawn) => {
      drawn.close();
      return true;
    },
    () => false,
  );

function usePreview(picture: File | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!picture) return setUrl(undefined);
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url;
}

/** The picture, status and dates of the signed-in user. */
export function PersonCard({ user, picture, onPicture }: PersonCardProps) {
  const { t } = useTranslation('profile');
  const input = useRef<HTMLInputElement>(null);
  const preview = usePreview(picture);
  const remove = useRemovePicture();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (!kinds.split(',').includes(file.type) || !(await isPicture(file)))
      return notifyError(new Error(), t('picture.unreadable'));
    onPicture(file);
    notify.success(t('picture.chosen'));
  };
  return (
    <aside className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-lg border bg-surface p-4">
      <div className="flex items-center gap-4 md:flex-col md:items-start">
        <Avatar name={user.name} src={preview ?? user.avatarUrl} size="xl" />
        <div className="min-w-0 max-w-full">
          <p className="break-words font-semibold text-lg">{user.name}</p>
          <p className="break-words text-soft text-sm">{user.email}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept={kinds}
          aria-label={t('picture.choose')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button size="sm" onClick={() => input.current?.click()}>
          <Camera aria-hidden />
          {t('picture.choose')}
        </Button>
        {(picture || user.avatarUrl) && (
          <Button
            size="sm"
            variant="ghost"
            busy={remove.isPending}
            onClick={() => (picture ? onPicture(null) : remove.mutate(undefined))}
          >
            <Trash2 aria-hidden />
            {t('picture.remove')}
          </Button>
        )}
      </div>
      <div className="border-t pt-4">
        <Facts
          items={[
            { label: t('card.status'), value: <Badge tone="green">{t('card.active')}</Badge> },
            { label: t('card.lastLogin'), value: formatDateTime(user.lastLoginAt) },
            { label: t('card.since'), value: formatDate(user.createdAt) },
          ]}
        />
      </div>
    </aside>
  );
}
