import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { stripDescriptions } from './scripts/strip-descriptions.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const proxied = Object.fromEntries(['/api', '/health', '/mailbox'].map((path) => [path, { target: api }]));

const onEveryPage =
  /vite\/preload-helper|node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|clsx|zustand)\/|src\/shared\/(i18n\/(i18n|lazy-screen)|lib\/(\w+\/)?(session|push-subscription|preferences|paths|title|class-names|toast-host|format|focus-content|guard-back)|ui\/(\w+\/)?(button|input|logo|badge|scroll-region))\.tsx?$|src\/features\/(settings\/components\/preferences-menu|offline\/install-offer)\.tsx?$|lucide-react\/.*\/icons\/(sun|moon|monitor|circle-exclamation-point)\.|@radix-ui\/react-(label|primitive|slot|compose-refs)\/|src\/app\/layouts\/starting\.tsx$|contracts\/src\/domain\/people\/preference-choices\.ts$/;

const towardsTheServer =
  /node_modules\/(@tanstack\/(react-query|query-core)|zod|ky)\/|contracts\/src\/(errors\/body|domain\/(people\/user|ids)|http\/(people\/auth|route))|src\/shared\/(i18n\/error-message|lib\/(http\/|live\/query-client|notify\/notify))|src\/app\/layouts\/providers\.tsx/;

const onHover =
  /node_modules\/(@floating-ui|@radix-ui\/react-(tooltip|popper|arrow|portal|presence|dismissable-layer|visually-hidden|use-size))\/|src\/shared\/ui\/\w+\/(tooltip|icon-button)\.tsx/;
const onClick =
  /node_modules\/(react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|@radix-ui\/react-(dialog|alert-dialog|popover|menu|dropdown-menu|focus-scope|focus-guards))\/|src\/shared\/ui\/\w+\/(dialog|sheet|alert-dialog|dropdown-menu)\.tsx/;

const onManyScreens =
  /node_modules\/(nuqs|lucide-react|@radix-ui\/react-(tabs|roving-focus|collection|direction))\/|src\/shared\/ui\/\w+\/(tabs|error-state|pagination|page-header|search-box|empty-state|skeleton)\.tsx|src\/shared\/(ui\/layout\/(panel|stat-tile)|ui\/states\/awaited|lib\/(navigation\/url-tab|live\/use-debounced|format\/quoted))\.tsx?|src\/features\/problems\/(components\/problem-page|screens\/not-found)\.tsx|src\/features\/(apis|console)\/api\.ts|contracts\/src\/(domain\/apis\/api|http\/(apis\/apis|paging))\.ts/;
const aroundEveryScreen =
  /src\/features\/([^/]+\/keys|(auth|notifications|team)\/api|auth\/(my-workspace|components\/signed-in)|team\/can-invite|security\/proof-request|settings\/apply-preferences|console\/components\/navigation\/navigation)\.tsx?|contracts\/src\/(domain\/people\/(team|role-permissions)|http\/people\/(notifications|team))\.ts|src\/shared\/(ui\/layout\/avatar|lib\/live\/live-state)\.tsx?/;
const inEvents = /contracts\/src\/(http\/events|domain\/(status|models\/training))\.ts/;

const aboutPeople =
  /contracts\/src\/(domain\/people\/(account|account-security|activity|audit|session)|http\/people\/(account|account-security|activity|audit|invites|mfa|password|profile|proof|sessions|settings))\.ts/;

const inModels =
  /src\/features\/(datasets|models|deployments)\/api\.ts|contracts\/src\/(domain|http)\/(?!(\w+\/)?(snippets|api-docs|docs|[\w-]+-sentences))/;

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { host: '127.0.0.1', port: 5173, proxy: proxied },
  preview: { host: '127.0.0.1', port: 4173, proxy: proxied },
  build: {
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 450,
    assetsInlineLimit: 0,
    manifest: true,
    // Browsers of the target know it; others load the same files later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first page lists every chunk by name. Names without words save a kilobyte.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          // Groups modules that load together: few files that compress well instead of many small ones.
          groups: [
            { name: 'base', test: onEveryPage, priority: 7 },
            { name: 'client', test: towardsTheServer, priority: 6 },
            { name: 'hover', test: onHover, priority: 5 },
            { name: 'screens', test: onManyScreens, priority: 4, minShareCount: 3 },
            { name: 'click', test: onClick, priority: 3 },
            { name: 'frame', test: aroundEveryScreen, priority: 2 },
            { name: 'events', test: inEvents, priority: 2 },
            { name: 'people', test: aboutPeople, priority: 1, minShareCount: 3 },
            { name: 'models', test: inModels, priority: 0, minShareCount: 3 },
          ],
        },
      },
    },
  },
  plugins: [
    stripDescriptions(),
    react(),
    tailwindcss(),
    VitePWA({
      filename: 'sw.js',
      registerType: 'prompt',
      injectRegister: false,
      includeAssets: ['icon.svg', 'apple-touch-icon.png', 'boot.js'],
      manifest: {
        name: 'Rowcast',
        short_name: 'Rowcast',
        description: 'Rows in, predictions out: train a model on a table and call it as a REST endpoint.',
        start_url: '/',
        display: 'standalone',
        background_color: '#ffffff',
        theme_color: '#8b2c68',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      workbox: {
        importScripts: ['/push.js'],
        globPatterns: ['**/*.{js,css,html,json,woff2,svg}'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/(api|health|mailbox|metrics|v2|docs)(\/|$)/],
        cleanupOutdatedCaches: true,
      },
    }),
  ],
});
