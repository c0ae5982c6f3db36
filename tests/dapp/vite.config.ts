import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the built folder can be hosted under any path.
  base: './',
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    // wagmi marks its hooks 'use client', a directive without effect here; Rolldown would warn for each file.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
})
