import { expect, test } from 'vitest';
import { reportDocument } from './report-document.ts';

test('a saved report is one page with its styles, without controls, scripts and links', () => {
  const style = document.createElement('style');
  style.textContent = '.tile { color: red; }';
  document.head.append(style);
  const shown = document.createElement('article');
  shown.innerHTML =
    '<h1><button>v1 Churn</button></h1><a href="/asha/apis">All</a><button>Save</button><fieldset><input></fieldset><svg></svg>';
  const html = reportDocument(shown, 'v1 <Churn>');
  style.remove();
  expect(html).toMatch(/^<!doctype html>\n<html/);
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(page.title).toBe('v1 <Churn>');
  expect(page.querySelector('h1')?.textContent).toBe('v1 Churn');
  expect(page.querySelector('main svg')).not.toBeNull();
  expect(page.querySelector('style')?.textContent).toContain('.tile');
  expect(page.querySelectorAll('button, input, script, link, a[href]')).toHaveLength(0);
});
