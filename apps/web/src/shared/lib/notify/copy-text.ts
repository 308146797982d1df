/** Over plain HTTP the clipboard API is unavailable, but the copy command works. */
function copySelected(text: string): void {
  const holder = document.createElement('span');
  holder.textContent = text;
  holder.style.cssText =
    'position: fixed; top: 0; white-space: pre; user-select: text; clip-path: inset(50%)';
  document.body.append(holder);
  const selection = window.getSelection();
  selection?.selectAllChildren(holder);
  const isCopied = document.execCommand('copy');
  selection?.removeAllRanges();
  holder.remove();
  if (!isCopied) throw new Error('The browser did not copy the text');
}

/** Throws if the browser does not allow copying. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copySelected(text);
}
