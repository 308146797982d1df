import { cn } from '../lib/class-names.ts';

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

export function Avatar({ name, size = 'md' }: { name: string; size?: 'md' | 'lg' }) {
  return (
    <span
      aria-hidden
      className={cn(
        'inline-grid shrink-0 select-none place-items-center rounded-full bg-accent-soft font-semibold text-accent-text',
        size === 'lg' ? 'size-12 text-lg' : 'size-7 text-xs',
      )}
    >
      {initials(name)}
    </span>
  );
}
