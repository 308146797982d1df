import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import {
  type ComponentProps,
  isValidElement,
  lazy,
  type MouseEvent,
  type PropsWithChildren,
  Suspense,
  useEffect,
  useId,
  useRef,
} from 'react';
import { cn } from '../../lib/class-names.ts';

/** Loaded only for blocked buttons. The public pages have no tooltip. */
const Tooltip = lazy(() => import('../dialogs/tooltip.tsx').then((m) => ({ default: m.Tooltip })));

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  secondary: 'bg-surface text-text border-line hover:bg-hover',
  ghost: 'bg-transparent text-soft hover:text-text hover:bg-hover border-transparent',
  danger: 'bg-transparent text-red border-red-line hover:bg-red-soft',
} as const;

const sizes = {
  sm: 'h-7 px-2.5 text-sm gap-1.5 rounded-md',
  md: 'h-8 px-3 text-base gap-2 rounded-md',
  lg: 'h-10 px-4 text-base gap-2 rounded-md',
} as const;

/** Restores the focus that a button lost while it was disabled. */
function useFocusBack(isOff: boolean) {
  const pressed = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOff) return;
    return () => {
      if (document.activeElement === document.body) pressed.current?.focus({ preventScroll: true });
      pressed.current = null;
    };
  }, [isOff]);
  return pressed;
}

/** With `aria-disabled` the button does nothing but keeps the focus. */
export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Shows a spinner and disables the button, which also prevents double submission. */
  busy?: boolean;
  /** Applies the styles to its only child, such as a link. */
  asChild?: boolean;
  /** The reason why the button is unavailable. It stays focusable and announces the reason. */
  blocked?: string | undefined;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  busy,
  asChild,
  blocked,
  className,
  ...props
}: ButtonProps) {
  const pressed = useFocusBack(Boolean(props.disabled || busy));
  const classes = cn(
    'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap border font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    className,
  );
  if (blocked) return <BlockedButton {...props} className={classes} reason={blocked} asChild={asChild} />;
  if (asChild) return <Slot.Root className={classes} {...props} />;
  const { children, disabled, type = 'button', onClick, ...rest } = props;
  // State updates too late to catch the second click of a double click.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Enter in a field also presses the button, but the field keeps the focus.
    pressed.current = event.currentTarget === document.activeElement ? event.currentTarget : null;
    if (rest['aria-disabled'] === true || (busy !== undefined && event.detail > 1)) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      className={classes}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
      onClick={press}
    >
      {busy && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  );
}

interface BlockedButtonProps extends ComponentProps<'button'> {
  reason: string;
  asChild: boolean | undefined;
}

function BlockedButton({
  reason,
  asChild,
  children,
  disabled: _always,
  type = 'button',
  ...props
}: BlockedButtonProps) {
  const reasonId = useId();
  const button = (
    <button
      {...props}
      type={type}
      aria-disabled
      aria-describedby={reasonId}
      onClick={(event) => event.preventDefault()}
    >
      {asChild && isValidElement<PropsWithChildren>(children) ? children.props.children : children}
      <span id={reasonId} hidden>
        {reason}
      </span>
    </button>
  );
  return (
    <Suspense fallback={button}>
      {/* Screen readers have already announced the reason. */}
      <Tooltip content={<span aria-hidden>{reason}</span>}>{button}</Tooltip>
    </Suspense>
  );
}
