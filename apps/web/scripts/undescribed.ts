import type { Plugin } from 'vite';

const text = `(?:'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|\`[^\`\\\\]*\`)`;
const sentence = `\\s*${text}(?:\\s*\\+\\s*${text})*\\s*,?\\s*`;
const described = new RegExp(`\\.describe\\(${sentence}\\)`, 'g');
const description = new RegExp(`(id: '\\w+'),\\s*description:${sentence}(?=\\})`, 'g');

/** The contracts' code without what it says of itself, which only the document of the API shows. */
const withoutDescriptions = (code: string): string => code.replace(described, '').replace(description, '$1 ');

export const undescribed = (): Plugin => ({
  name: 'undescribed',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    return /contracts\/src\/.*\.ts$/.test(id) ? { code: withoutDescriptions(code), map: null } : null;
  },
});
