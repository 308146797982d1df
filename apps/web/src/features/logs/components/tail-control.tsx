import { useQueryClient } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { useLiveState } from '@/shared/lib/live/live-state.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { showNewest } from '../newest.ts';
import { followTail, pauseTail, useTail } from '../tail.ts';

/** Shows whether the list updates live, and pauses it. */
export function TailControl({ apiId }: { apiId: string }) {
  const { t } = useTranslation('logs');
  const queries = useQueryClient();
  const { paused, waiting } = useTail(apiId);
  const connected = useLiveState((state) => state.connected);
  const follow = () => {
    followTail(apiId);
    void showNewest(queries, apiId);
  };
  const moving = connected && !paused;
  return (
    <div className="flex items-center gap-3">
      <span className="flex items-center gap-2 whitespace-nowrap text-soft text-sm" role="status">
        <span
          aria-hidden
          className={cn('size-2 rounded-full', moving ? 'animate-pulse bg-green' : 'bg-line-strong')}
        />
        {moving
          ? t('tail.live')
          : waiting
            ? t('tail.waiting')
            : paused
              ? t('tail.paused')
              : t('tail.offline')}
      </span>
      <Button onClick={paused ? follow : () => pauseTail(apiId)}>
        {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        {paused ? t('tail.follow') : t('tail.pause')}
      </Button>
    </div>
  );
}
