import type { Random } from './random.ts';

const openings = ['Hello,', 'Hi team,', 'Good morning,', 'Please help:', 'Urgent:', ''];
const closings = ['Thank you.', 'Please reply soon.', 'Can you check this?', 'Thanks in advance.', ''];
const products = ['the mobile app', 'the website', 'my account', 'the desktop app', 'our team plan'];

const sentences = {
  billing: [
    'I was charged twice for {month}.',
    'the invoice for {month} shows the wrong amount.',
    'I need a refund for the {month} payment.',
    'my credit card was declined when I renewed {product}.',
    'where can I download the receipt for {month}?',
    'we want to change the billing address on our invoices.',
  ],
  technical: [
    '{product} crashes when I open the report page.',
    'I get error {code} after the last update of {product}.',
    '{product} is very slow since yesterday.',
    'the export from {product} fails with error {code}.',
    'notifications from {product} do not arrive any more.',
    'the page stays blank after I log in to {product}.',
  ],
  account: [
    'I cannot reset my password for {product}.',
    'please change the email address of {product}.',
    'I lost access to my second factor and cannot log in.',
    'how do I add a colleague to {product}?',
    'please delete my account and all data.',
    'my colleague left, and we need to transfer {product}.',
  ],
  shipping: [
    'my order {code} has not arrived.',
    'the parcel for order {code} is damaged.',
    'can I change the delivery address of order {code}?',
    'the tracking page shows no status for order {code}.',
    'I received the wrong item in order {code}.',
    'when will order {code} be delivered?',
  ],
} as const;
type Team = keyof typeof sentences;

/** Sentences that any team may receive, so that no model is perfect. */
const vague = ['I have a question about {product}.', 'something is wrong with {product}.'];
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'];
const teamShares: Record<Team, number> = { billing: 0.3, technical: 0.34, account: 0.22, shipping: 0.14 };
const channels: Record<Team, Record<'email' | 'chat' | 'phone', number>> = {
  billing: { email: 0.6, chat: 0.2, phone: 0.2 },
  technical: { email: 0.3, chat: 0.6, phone: 0.1 },
  account: { email: 0.4, chat: 0.4, phone: 0.2 },
  shipping: { email: 0.3, chat: 0.2, phone: 0.5 },
};

const firstDay = Date.UTC(2025, 0, 1);
const minute = 60_000;

/** Messages to a support desk and the team that solved them: several classes, with text. */
export function supportTicket(random: Random, row: number) {
  const team = random.weighted(teamShares);
  const pattern = random.chance(0.08) ? random.pick(vague) : random.pick(sentences[team]);
  const message = [random.pick(openings), pattern, random.pick(closings)]
    .filter(Boolean)
    .join(' ')
    .replaceAll('{month}', random.pick(months))
    .replaceAll('{product}', random.pick(products))
    .replaceAll('{code}', String(random.integer(1_000, 9_999)));
  return {
    ticket_id: `T${String(row + 1).padStart(5, '0')}`,
    created_at: new Date(firstDay + row * 87 * minute + random.integer(0, 80) * minute)
      .toISOString()
      .slice(0, 16)
      .replace('T', ' '),
    channel: random.weighted(channels[team]),
    plan: random.weighted({ free: 0.5, pro: 0.35, team: 0.15 }),
    attachments: random.chance(team === 'technical' ? 0.45 : 0.12) ? random.integer(1, 3) : 0,
    message,
    team,
  };
}
