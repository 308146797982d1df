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

/** Loaded by those who are refused something: most never are, and the public pages have no tooltip. */
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

/** Where a button lost the focus by being disabled, it has it again once it can be pressed. */
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

/** With `aria-disabled` it does nothing, and keeps the focus: for what has nothing left to do once pressed. */
export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Shows a spinner and disables the button. Given to what starts something: a double click then starts it once. */
  busy?: boolean;
  /** Lends the looks to the one child, a link for example. */
  asChild?: boolean;
  /** Why it can't be used. It stays within reach of the keyboard, says so, and does nothing. */
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
  // The state is drawn too late for the second click of a double click, and may by then be over.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Enter in a field presses the button, too, and the field keeps the focus.
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
      {/* The button has said it already. */}
      <Tooltip content={<span aria-hidden>{reason}</span>}>{button}</Tooltip>
    </Suspense>
  );
}
