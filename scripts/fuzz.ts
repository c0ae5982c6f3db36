import { parseArgs } from 'node:util'
import { createServer } from 'vite'
import type { runFuzz } from '../tests/fuzz/run.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string' } },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))

// What the extension's build replaces; the node is a fake, so nothing is asked of these addresses.
const define = {
  __BASE_URL__: '"https://mainnet.base.org"',
  __TESTNET_BASE_URL__: '"https://sepolia.base.org"',
  __LOCAL_URL__: '"http://127.0.0.1:8545"',
  __VERSION__: '"0.0.0"',
}

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
const fuzz = (await server.ssrLoadModule('/tests/fuzz/run.ts')) as { runFuzz: typeof runFuzz }
console.log(
  `seed ${seed}: repeat with npm run fuzz -- --seed ${seed} --requests ${values.requests}`,
)
console.log('the node is a fake; stack, approvals, permissions and database are the real ones')
const { requests, crashes, prompts, uncoded, asked } = await fuzz.runFuzz(
  Number(values.requests),
  seed,
  (line) => console.log(line),
)
await server.close()
console.log(`windows opened by valid requests ${asked - prompts}`)
console.log(`requests ${requests} crashes ${crashes} prompts ${prompts} uncoded ${uncoded}`)
process.exit(crashes + prompts + uncoded > 0 ? 1 : 0)
