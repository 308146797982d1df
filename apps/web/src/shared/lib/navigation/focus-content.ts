/** Where the keyboard goes on from when what had the focus is gone. */
export const focusContent = () => document.getElementById('content')?.focus({ preventScroll: true });
