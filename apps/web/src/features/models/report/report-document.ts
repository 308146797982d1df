/** Controls have no use on paper. */
const controls = 'button, input, select, textarea, fieldset, [role="combobox"], [data-screen-only]';

/** Terms and sortable headers are buttons, whose text stays. */
const labels = 'th button, h1 button, h2 button, h3 button, p button';

/** Applies to the saved file and to paper. */
const documentStyle = `
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.5rem; }
main { display: grid; gap: 1.25rem; }
[data-part] { display: grid; gap: 1.25rem; }
@page { margin: 14mm; }
@media print { body { padding: 0; } section, figure, tr { break-inside: avoid; } }
`;

/** The rules of the console's style sheets, without fonts, whose files are not part of the document. */
function stylesOf(page: Document): string {
  return [...page.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map(({ cssText }) => cssText)
    .join('\n')
    .replaceAll('</', '<\\/');
}

/** A self-contained HTML page of a rendered report, in light colours and without scripts or links. */
export function reportDocument(shown: HTMLElement, title: string): string {
  const content = shown.cloneNode(true) as HTMLElement;
  for (const label of content.querySelectorAll(labels)) label.replaceWith(label.textContent ?? '');
  for (const control of content.querySelectorAll(controls)) control.remove();
  for (const link of content.querySelectorAll('a')) link.removeAttribute('href');
  const page = document.implementation.createHTMLDocument(title);
  page.documentElement.lang = document.documentElement.lang;
  const charset = page.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  const style = page.createElement('style');
  style.textContent = `${stylesOf(document)}\n${documentStyle}`;
  page.head.prepend(charset);
  page.head.append(style);
  const main = page.createElement('main');
  main.append(page.adoptNode(content));
  page.body.append(main);
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}

/** Opens the print dialog of the browser, which also saves PDF files, for a page of its own. */
export function printDocument(html: string): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0';
  frame.srcdoc = html;
  frame.onload = () => {
    const view = frame.contentWindow;
    if (!view) return;
    view.onafterprint = () => frame.remove();
    view.focus();
    view.print();
  };
  document.body.append(frame);
}
