/** A full-width card button whose label may wrap. */
export const quickAction = 'h-auto! min-h-8 justify-start whitespace-normal! py-1 text-left';
