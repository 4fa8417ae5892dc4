import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import api from './api.js';

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
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]', hoistTransitiveImports: false, manualChunks: (id) => (id.startsWith('\0llama:') ? 'llamadas' : undefined) },
    },
  },
});
