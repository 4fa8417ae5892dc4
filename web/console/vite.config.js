import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import api from './api.js';

// What is loaded together. The runtime and what every page needs are the shell; words and fields come with the first screen that has some;
// the screens of a room come with each other, since who works in one goes on to the next.
const pieces = [
  [/^\0llama:/, 'llamadas'],
  [/\/node_modules\/(svelte|esm-env|clsx)\//, 'svelte'],
  [/\/lib\/(api|avisos|ruta|sesion|tipos)\b/, 'base'],
  [/^\0api:valores|\/lib\/formato\.ts$/, 'formato'],
  [/\/piezas\/(Campo|Elegir|Numero|Dia)\.svelte|\/lib\/(elegir|explicar)\b/, 'Campo'],
  [/\/piezas\/acciones\.ts$/, 'acciones'],
];
const piece = (id) => pieces.find(([form]) => form.test(id))?.[1] ?? /\/salas\/(\w+)\/\w+\.ts$/.exec(id)?.[1];

// Plain text under stable names: what is committed changes where the source did. The service puts a fingerprint of the whole before
// every name, so that browsers keep it for good.
export default defineConfig({
  base: './',
  plugins: [api(), svelte({ preprocess: vitePreprocess(), compilerOptions: { css: 'external' } })],
  build: {
    outDir: 'built',
    emptyOutDir: true,
    target: 'es2022',
    minify: 'esbuild',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]', hoistTransitiveImports: false, manualChunks: piece },
    },
  },
});
