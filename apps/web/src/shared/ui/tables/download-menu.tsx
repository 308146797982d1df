import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { DropdownMenu } from '../actions/dropdown-menu.tsx';

interface DownloadMenuProps {
  title: string;
  /** While a file is on its way. */
  busy: boolean;
  /** A MenuItem for each file. */
  children: ReactNode;
}

/** Files that something can be saved as. */
export function DownloadMenu({ title, busy, children }: DownloadMenuProps) {
  return (
    <DropdownMenu
      trigger={
        <Button busy={busy}>
          <Download aria-hidden />
          {title}
        </Button>
      }
    >
      {children}
    </DropdownMenu>
  );
}
