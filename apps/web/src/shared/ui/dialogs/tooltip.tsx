import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TooltipProps {
  content: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Stays open when its trigger is pressed; it closes when the trigger loses the focus. */
  staysOnPress?: boolean;
  children: ReactNode;
}

const keepOpen = (event: Event) => event.preventDefault();

export function Tooltip({ content, side = 'bottom', staysOnPress = false, children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            {...(staysOnPress ? { onPointerDownOutside: keepOpen } : {})}
            className="enter z-50 max-w-64 rounded-md bg-text px-2 py-1 text-canvas text-xs"
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
