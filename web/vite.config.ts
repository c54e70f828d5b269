import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const server = process.env.ATOUT_SERVER ?? 'http://127.0.0.1:8420'

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: './',
  build: { outDir: '../src/atout/web', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  resolve: { conditions: mode === 'test' ? ['browser'] : ['module', 'browser', 'development|production'] },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
}))
