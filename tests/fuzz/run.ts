import { parseArgs } from 'node:util'
import type { runFuzz } from './fuzzRun.ts'
import { openModules } from '../harness/modules.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string' } },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))

const modules = await openModules()
const fuzz = await modules.load<{ runFuzz: typeof runFuzz }>('/tests/fuzz/fuzzRun.ts')
console.log(
  `seed ${seed}: repeat with npm run fuzz -- --seed ${seed} --requests ${values.requests}`,
)
console.log('the node is a fake; stack, approvals, permissions and database are the real ones')
const { requests, crashes, prompts, uncoded, leaks, asked, locked, told } = await fuzz.runFuzz(
  Number(values.requests),
  seed,
  (line) => console.log(line),
)
await modules.close()
console.log(`windows opened by valid requests ${asked - prompts}`)
console.log(`batches approved with a lock ${locked}, answers with their receipts ${told}`)
console.log(
  `requests ${requests} crashes ${crashes} prompts ${prompts} uncoded ${uncoded} leaks ${leaks}`,
)
process.exit(crashes + prompts + uncoded + leaks > 0 ? 1 : 0)
