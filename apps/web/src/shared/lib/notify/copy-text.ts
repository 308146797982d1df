/** Over plain HTTP browsers keep their clipboard from pages, but let them copy what is selected. */
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

/** Throws where the browser lets nothing be copied. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copySelected(text);
}
