// Runs before the first paint so that neither theme nor language flashes.
(() => {
  // Zod compiles its parsers with `new Function` unless told not to; the content security policy forbids that.
  globalThis.__zod_globalConfig = { jitless: true };
  let theme = 'system';
  let language = '';
  let signedIn = false;
  try {
    theme = localStorage.getItem('theme') || 'system';
    language = localStorage.getItem('language') || '';
    signedIn = Number(localStorage.getItem('session_expiry')) > Date.now();
  } catch {
    // storage is blocked: system theme, browser language
  }
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  if (language) document.documentElement.lang = language;
  // Pages come drawn in English; with another language they stay hidden until their words are here.
  const known = ['en', 'es', 'fr', 'de'];
  const [spoken] = [language, ...navigator.languages]
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .filter((tag) => known.includes(tag));
  if ((spoken ?? 'en') !== 'en') document.documentElement.dataset.drawn = 'unread';
  // Someone signed in is sent on from a sign-in form and anyone else from the console, so neither appears.
  document.documentElement.dataset.visitor = signedIn ? 'member' : 'guest';
  document.querySelector('meta[name="theme-color"]').content = dark ? '#151315' : '#ffffff';
})();
