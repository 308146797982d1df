import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { queryClient } from '@/shared/lib/live/query-client.ts';

// What a browser has and jsdom does not; input-otp and Radix measure their elements.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
document.elementFromPoint ??= () => null;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;

configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  // A query that is still retried would reach the server of another file.
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
});

// The files of a worker share libraries and the window, but none of our modules and what these keep.
afterAll(() => {
  vi.resetModules();
  window.history.replaceState(null, '', '/');
});
