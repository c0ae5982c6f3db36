import { resolve } from 'node:path'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: resolve(import.meta.dirname, '../../.output/dapp'),
    emptyOutDir: true,
    // wagmi marks its hooks 'use client', which means nothing here and is warned about per file.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
})
