import { linkSync } from 'node:fs';

/** Gives what a draft holds its name, whole from the moment it is there; false where that name is taken. */
export function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
