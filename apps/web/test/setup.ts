// A module, so that it may wait.
export {};

if ('document' in globalThis) await import('./dom-setup.ts');
