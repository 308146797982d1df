import type { Plugin } from 'vite';

const text = `(?:'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|\`[^\`\\\\]*\`)`;
const sentence = `\\s*${text}(?:\\s*\\+\\s*${text})*\\s*,?\\s*`;
const described = new RegExp(`\\.describe\\(${sentence}\\)`, 'g');
const description = new RegExp(`(id: '\\w+'),\\s*description:${sentence}(?=\\})`, 'g');

/** Removes descriptions from the contracts' code; only the OpenAPI document needs them. */
const withoutDescriptions = (code: string): string => code.replace(described, '').replace(description, '$1 ');

export const stripDescriptions = (): Plugin => ({
  name: 'stripDescriptions',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    return /contracts\/src\/.*\.ts$/.test(id) ? { code: withoutDescriptions(code), map: null } : null;
  },
});
