import { cn } from '../../lib/class-names.ts';

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

const sizes = { md: 'size-7 text-xs', lg: 'size-12 text-lg', xl: 'size-20 text-2xl' } as const;

interface AvatarProps {
  name: string;
  /** The picture; initials if there is none. */
  src?: string | null | undefined;
  size?: keyof typeof sizes;
}

export function Avatar({ name, src, size = 'md' }: AvatarProps) {
  if (src) return <img src={src} alt="" className={cn('shrink-0 rounded-full object-cover', sizes[size])} />;
  return (
    <span
      aria-hidden
      className={cn(
        'inline-grid shrink-0 select-none place-items-center rounded-full bg-accent-soft font-semibold text-accent-text',
        sizes[size],
      )}
    >
      {initials(name)}
    </span>
  );
}
