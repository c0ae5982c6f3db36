import { createServer } from 'vite'
import type { runMatrix } from '../tests/faults/matrix.ts'
import type { runPlain } from '../tests/faults/plain.ts'
import type { tables } from '../tests/faults/table.ts'

// What the extension's build replaces; the trials lead these addresses to chains of their own.
const define = {
  __BASE_URL__: '"https://mainnet.base.org"',
  __TESTNET_BASE_URL__: '"https://sepolia.base.org"',
  __LOCAL_URL__: '"http://127.0.0.1:8545"',
}

// Ended by hand, it must not leave its chains behind.
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
const load = async <Module>(path: string) => (await server.ssrLoadModule(path)) as Module

await server.ssrLoadModule('fake-indexeddb/auto')
const matrix = await load<{ runMatrix: typeof runMatrix }>('/tests/faults/matrix.ts')
const plain = await load<{ runPlain: typeof runPlain }>('/tests/faults/plain.ts')
const table = await load<{ tables: typeof tables }>('/tests/faults/table.ts')

// A part of the matrix, by what stands in its names.
const named = new RegExp(process.argv[2] ?? '')
const wrong: string[] = []
const note = (name: string, whats: readonly string[]) => {
  for (const what of whats) console.error(`${name}: ${what}`)
  if (whats.length > 0) wrong.push(name)
}

const cells = await matrix.runMatrix(
  (fault, column, phase) => named.test(`${fault.name} | ${column.name} | ${phase}`),
  ({ fault, column, phase, wrong }) => note(`${fault} | ${column.name} | ${phase}`, wrong),
)
const walks = await plain.runPlain((name) => named.test(name))
for (const { name, wrong } of walks) note(name, wrong)
await server.close()

console.log('status, how often each of three calls took effect, nonces used\n')
console.log(table.tables(cells))
console.log('nothing broken')
for (const { name, outcome, wrong } of walks)
  console.log(`  ${name.padEnd(80)}${outcome}${wrong.length > 0 ? ' ✗' : ''}`)
console.log(`cases ${cells.length + walks.length} wrong ${wrong.length}`)
process.exit(wrong.length > 0 ? 1 : 0)
