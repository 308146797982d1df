import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { endpointUrl, writeSnippet } from '../src/domain/apis/snippets.ts';

const url = endpointUrl('https://rows.example.com', 'api_1');
const body = {
  instances: [{ name: 'O\'Hara $HOME `id` "q" \\n', age: 37, member: true, left: null }],
  options: { explain: true },
};

test('the address is that of the API', () => {
  expect(url).toBe('https://rows.example.com/api/v1/predict/api_1');
});

test('a shell hands curl the very rows, whatever they hold', () => {
  const script = `curl() { for last; do :; done; printf %s "$last"; }\n${writeSnippet('curl', { url, body })}`;
  expect(JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' }))).toEqual(body);
});

test('curl sends the key from the environment', () => {
  expect(writeSnippet('curl', { url, body })).toContain('"Authorization: Bearer $ROWCAST_API_KEY"');
});

test('Python writes its own words for true, false and null', () => {
  const code = writeSnippet('python', { url, body: { yes: true, no: false, none: null, list: [1, 'a'] } });
  expect(code).toContain('"yes": True,');
  expect(code).toContain('"no": False,');
  expect(code).toContain('"none": None,');
  expect(code).not.toMatch(/\b(true|false|null)\b/);
});

test('JavaScript runs as it stands and prints the predictions', async () => {
  const sent: unknown[] = [];
  const fetchOnce = async (address: string, init: { body: string; headers: Record<string, string> }) => {
    sent.push(address, JSON.parse(init.body), init.headers.Authorization);
    return { ok: true, json: async () => ({ predictions: ['yes'] }) };
  };
  const printed: unknown[] = [];
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
  const program = new AsyncFunction('fetch', 'process', 'console', writeSnippet('javascript', { url, body }));
  await program(
    fetchOnce,
    { env: { ROWCAST_API_KEY: 'rc_live_x' } },
    { log: (line: unknown) => printed.push(line) },
  );
  expect(sent).toEqual([url, body, 'Bearer rc_live_x']);
  expect(printed).toEqual([['yes']]);
});

test('Go holds the very rows, also where a backquote forbids a raw string', () => {
  for (const each of [body, { plain: 'a\\b"c' }]) {
    const code = writeSnippet('go', { url, body: each });
    const literal = /body := ([\s\S]*?)\n\trequest, err/.exec(code)?.[1] ?? '';
    const sent = literal.startsWith('`') ? literal.slice(1, -1) : (JSON.parse(literal) as string);
    expect(JSON.parse(sent)).toEqual(each);
    expect(code).toContain('os.Getenv("ROWCAST_API_KEY")');
  }
});

test('PHP holds the very rows, quotes and backslashes included', () => {
  const code = writeSnippet('php', { url, body });
  const literal = /\$body = '([\s\S]*?)';\n\$call/.exec(code)?.[1] ?? '';
  expect(JSON.parse(literal.replace(/\\(['\\])/g, '$1'))).toEqual(body);
  expect(code).toContain("getenv('ROWCAST_API_KEY')");
});
