import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

export const controlClasses = cn(
  // iOS zooms into inputs with smaller text.
  'pointer-coarse:text-lg',
  'w-full rounded-md border border-line-strong bg-surface px-2.5 text-base text-text transition-colors placeholder:text-faint',
  'hover:border-soft focus-visible:border-focus focus-visible:outline-offset-0',
  'aria-invalid:border-red disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint',
);

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(controlClasses, 'h-8', className)} {...props} />;
}

export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={cn(controlClasses, 'min-h-16 py-1.5', className)} {...props} />;
}
