import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createServer, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { gzipSync } from 'node:zlib'

const server = process.env.ATOUT_SERVER ?? 'http://127.0.0.1:8420'

/** A game is one file, which is called like it. */
const GAME = /boards\/(\w+)\/game\.ts$/

/** The cards of every game go along as files: Python draws them in notebooks, where there is no Node. */
function cards(): Plugin {
  return {
    name: 'cards',
    apply: 'build',
    async generateBundle() {
      const server = await createServer({ configFile: false, appType: 'custom', server: { middlewareMode: true, ws: false }, optimizeDeps: { noDiscovery: true } })
      try {
        const { print } = (await server.ssrLoadModule('/src/cards/print.ts')) as typeof import('./src/cards/print')
        for (const [game, printed] of print())
          this.emitFile({ type: 'asset', fileName: `cards/${game}.json.gz`, source: gzipSync(JSON.stringify(printed), { level: 9 }) })
      } finally {
        await server.close()
      }
    },
  }
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), cards()],
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
