import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const server = process.env.ATOUT_SERVER ?? 'http://127.0.0.1:8420'

/** A game is one file, which is called like it. */
const GAME = /boards\/(\w+)\/game\.ts$/

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: './',
  build: {
    outDir: '../src/atout/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { output: { chunkFileNames: ({ facadeModuleId }) => `assets/${GAME.exec(facadeModuleId ?? '')?.[1] ?? '[name]'}-[hash].js` } },
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  resolve: { conditions: mode === 'test' ? ['browser'] : ['module', 'browser', 'development|production'] },
  // Files share a window: making one takes longer than the tests in it. They pass in any order.
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 60_000, // on a machine that is busy with something else
  },
}))
