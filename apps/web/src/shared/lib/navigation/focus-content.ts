/** Moves the focus to the content when the focused element was removed. */
export const focusContent = () => document.getElementById('content')?.focus({ preventScroll: true });
