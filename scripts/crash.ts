import { createServer } from 'vite'
import type { runMatrix } from '../tests/crash/matrix.ts'

// What the extension's build replaces; nothing is asked of these addresses here.
const define = {
  __BASE_URL__: '"https://mainnet.base.org"',
  __TESTNET_BASE_URL__: '"https://sepolia.base.org"',
  __LOCAL_URL__: '"http://127.0.0.1:8545"',
}

// Ended by hand, it must not leave its chain behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const server = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  define,
  resolve: { alias: { '@': process.cwd() } },
  server: { middlewareMode: true, ws: false },
  optimizeDeps: { noDiscovery: true },
})
await server.ssrLoadModule('fake-indexeddb/auto')
const matrix = (await server.ssrLoadModule('/tests/crash/matrix.ts')) as {
  runMatrix: typeof runMatrix
}
const { effects, trials, lost, doubled, wrong } = await matrix.runMatrix(
  !process.argv.includes('--singles'),
  (line) => console.error(line),
)
await server.close()
console.log(
  `effects ${effects} trials ${trials} lost ${lost} doubled ${doubled} wrong-status ${wrong}`,
)
process.exit(lost + doubled + wrong > 0 ? 1 : 0)
