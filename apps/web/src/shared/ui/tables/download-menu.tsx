import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { DropdownMenu } from '../actions/dropdown-menu.tsx';

interface DownloadMenuProps {
  title: string;
  /** Whether a file is being downloaded. */
  busy: boolean;
  /** A MenuItem for each file. */
  children: ReactNode;
}

/** A menu of export formats. */
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
