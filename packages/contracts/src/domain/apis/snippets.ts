export const snippetLanguages = ['curl', 'python', 'javascript', 'go', 'php'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** What people call them. */
export const snippetNames: Record<SnippetLanguage, string> = {
  curl: 'curl',
  python: 'Python',
  javascript: 'JavaScript',
  go: 'Go',
  php: 'PHP',
};

interface SnippetInput {
  url: string;
  body: Record<string, unknown>;
}

export const endpointUrl = (origin: string, apiId: string) => `${origin}/api/v1/predict/${apiId}`;

const shellQuote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curl({ url, body }: SnippetInput): string {
  return [
    `curl -X POST ${shellQuote(url)} \\`,
    `  -H "Authorization: Bearer $ROWCAST_API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuote(JSON.stringify(body, null, 2))}`,
  ].join('\n');
}

function pythonLiteral(value: unknown, indent: string): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const lines = Array.isArray(value)
    ? value.map((item) => `${inner}${pythonLiteral(item, inner)},`)
    : Object.entries(value).map(
        ([key, item]) => `${inner}${JSON.stringify(key)}: ${pythonLiteral(item, inner)},`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join('\n')}\n${indent}${close}`;
}

function python({ url, body }: SnippetInput): string {
  return [
    'import os',
    '',
    'import requests',
    '',
    'response = requests.post(',
    `    ${JSON.stringify(url)},`,
    `    headers={"Authorization": f"Bearer {os.environ['ROWCAST_API_KEY']}"},`,
    `    json=${pythonLiteral(body, '    ')},`,
    '    timeout=30,',
    ')',
    'response.raise_for_status()',
    'print(response.json()["predictions"])',
  ].join('\n');
}

function javascript({ url, body }: SnippetInput): string {
  const indented = JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    "  method: 'POST',",
    '  headers: {',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the snippet that holds the template
    '    Authorization: `Bearer ${process.env.ROWCAST_API_KEY}`,',
    "    'Content-Type': 'application/json',",
    '  },',
    `  body: JSON.stringify(${indented}),`,
    '});',
    "if (!response.ok) throw new Error(response.status + ': ' + (await response.text()));",
    'const { predictions } = await response.json();',
    'console.log(predictions);',
  ].join('\n');
}

/** A Go string: raw where it may be, quoted where it holds a backquote. */
const goString = (text: string) => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);

function go({ url, body }: SnippetInput): string {
  return [
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    '\t"os"',
    '\t"strings"',
    ')',
    '',
    'func main() {',
    `\tbody := ${goString(JSON.stringify(body, null, 2))}`,
    `\trequest, err := http.NewRequest("POST", ${JSON.stringify(url)}, strings.NewReader(body))`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("ROWCAST_API_KEY"))',
    '\trequest.Header.Set("Content-Type", "application/json")',
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tfmt.Println(response.Status, string(answer))',
    '}',
  ].join('\n');
}

/** Single quotes, in which PHP reads nothing but the quote itself and the backslash. */
const phpString = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function php({ url, body }: SnippetInput): string {
  return [
    '<?php',
    `$body = ${phpString(JSON.stringify(body, null, 2))};`,
    `$call = curl_init(${phpString(url)});`,
    'curl_setopt_array($call, [',
    '    CURLOPT_POST => true,',
    '    CURLOPT_POSTFIELDS => $body,',
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 30,',
    '    CURLOPT_HTTPHEADER => [',
    "        'Authorization: Bearer ' . getenv('ROWCAST_API_KEY'),",
    "        'Content-Type: application/json',",
    '    ],',
    ']);',
    '$answer = curl_exec($call);',
    'if ($answer === false) {',
    '    throw new RuntimeException(curl_error($call));',
    '}',
    "print_r(json_decode($answer, true)['predictions']);",
  ].join('\n');
}

const writers = { curl, python, javascript, go, php };

/** A program that makes the call, in the language asked for. */
export const writeSnippet = (language: SnippetLanguage, input: SnippetInput): string =>
  writers[language](input);
