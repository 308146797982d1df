import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { queryClient } from '@/shared/lib/live/query-client.ts';

// Browser APIs that jsdom lacks; input-otp and Radix measure their elements.
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
  // A pending retry would reach the server of another test file.
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
});

// The files of a worker share libraries and the window, but not our modules and their state.
afterAll(() => {
  vi.resetModules();
  window.history.replaceState(null, '', '/');
});
