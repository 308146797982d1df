// Runs before the first paint so that neither theme nor language flashes.
(() => {
  // Zod compiles its parsers with `new Function` unless told not to; the content security policy forbids that.
  globalThis.__zod_globalConfig = { jitless: true };
  let theme = 'system';
  let language = '';
  try {
    theme = localStorage.getItem('theme') || 'system';
    language = localStorage.getItem('language') || '';
  } catch {
    // storage is blocked: system theme, browser language
  }
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  if (language) document.documentElement.lang = language;
  document.querySelector('meta[name="theme-color"]').content = dark ? '#151315' : '#ffffff';
})();
