/** Cycles, of types too, and orphans; who may import whom stands in oxlint.config.ts, which can tell types apart. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '^entrypoints/'] },
      to: {},
    },
    {
      name: 'no-screens-in-lib',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(components|entrypoints)/' },
    },
    {
      name: 'no-test-code',
      severity: 'error',
      from: { path: '^(lib|components|entrypoints)/' },
      to: { path: '^(tests|scripts)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '\\.css$' },
  },
}
