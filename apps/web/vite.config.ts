import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const proxied = Object.fromEntries(['/api', '/health', '/mailbox'].map((path) => [path, { target: api }]));

const onEveryPage =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|clsx|zustand)\/|src\/shared\/(i18n\/(i18n|lazy-screen)|lib\/(session|preferences|paths|title|class-names)|ui\/(button|logo))\.tsx?$/;

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
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs, in one file: it is loaded once and packs better than many small ones.
          groups: [{ name: 'base', test: onEveryPage }],
        },
      },
    },
  },
  plugins: [
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
        globPatterns: ['**/*.{js,css,html,woff2,svg}'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/(api|health|mailbox|metrics|v2|docs)(\/|$)/],
        cleanupOutdatedCaches: true,
      },
    }),
  ],
});
