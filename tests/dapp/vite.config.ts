import { resolve } from 'node:path'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the built folder can be hosted under any path.
  base: './',
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: resolve(import.meta.dirname, '../../.output/dapp'),
    emptyOutDir: true,
    // wagmi marks its hooks 'use client', a directive without effect here; Rolldown would warn for each file.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
})
