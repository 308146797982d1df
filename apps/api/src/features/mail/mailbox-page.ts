import type { ReceivedMail } from './presenter.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const asText = (text: string) => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
article { border: 1px solid color-mix(in srgb, currentColor 30%, transparent); border-radius: .5rem; padding: 1rem; margin: 1rem 0 }
h2 { font-size: 1rem; margin: 0 }
.code { font: 600 1.75rem/1.2 ui-monospace, monospace; letter-spacing: .15em; margin: .5rem 0 }
pre { white-space: pre-wrap; font: inherit; margin: .5rem 0 0 }`;

/** Shows the one address of a mail as a link; nothing else of its text becomes HTML. */
function withLink({ text, link }: ReceivedMail): string {
  if (!link || !/^https?:/.test(link)) return asText(text);
  const shown = asText(link);
  return asText(text).replace(shown, () => `<a href="${shown}">${shown}</a>`);
}

const article = (mail: ReceivedMail) => `
<article aria-labelledby="${mail.id}">
<h2 id="${mail.id}">${asText(mail.subject)}</h2>
<p>To ${asText(mail.to)}, <time datetime="${mail.createdAt}">${mail.createdAt.replace('T', ' ').slice(0, 19)} UTC</time></p>
${mail.code ? `<p class="code">${asText(mail.code)}</p>` : ''}
<pre>${withLink(mail)}</pre>
</article>`;

/** Plain HTML without a script, so that it works in any browser and under the strictest policy. */
export function mailboxPage(mails: ReceivedMail[]): string {
  const list = mails.length
    ? mails.map(article).join('')
    : '<p>No emails yet. Sign up or log in to get a code.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox - Rowcast</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Mailbox</h1>
<p>Emails that this server would have sent. Visible only from this machine. <a href="/mailbox">Reload</a></p>
${list}
</main>
</body>
</html>`;
}
