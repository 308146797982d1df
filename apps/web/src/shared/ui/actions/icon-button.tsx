import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';
import { Tooltip } from '../dialogs/tooltip.tsx';
import { Button, type ButtonProps } from './button.tsx';

interface IconButtonProps extends Omit<ButtonProps, 'aria-label'> {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  children: ReactNode;
}

export function IconButton({ label, size = 'md', variant = 'ghost', className, ...props }: IconButtonProps) {
  const button = (
    <Button
      aria-label={label}
      variant={variant}
      size={size}
      className={cn(size === 'sm' ? 'w-7' : size === 'lg' ? 'w-10' : 'w-8', 'px-0', className)}
      {...props}
    />
  );
  return props.blocked ? button : <Tooltip content={label}>{button}</Tooltip>;
}
