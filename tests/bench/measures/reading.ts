import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createKeccak } from 'hash-wasm'
import { stringToBytes } from 'viem'
import type * as Request from '../../../lib/sign/signRequest.ts'
import type { TypedData } from '../../../lib/sign/typedData.ts'
import { openModules } from '../../harness/modules.ts'
import { cpuTimeOf } from '../cpu.ts'
import { within, type Measure } from '../measure.ts'

const run = promisify(execFile)

/** Texts of which no two are equal: each has to be hashed. */
const texts = Array.from({ length: 9_999 }, (_, at) => `value number ${at}`)

const typedData: TypedData = {
  types: { EIP712Domain: [], Message: [{ name: 'texts', type: 'string[]' }] },
  primaryType: 'Message',
  domain: {},
  message: { texts },
}

/** As many hashes by the fastest package that there is. */
const hashEach = (hasher: Awaited<ReturnType<typeof createKeccak>>) => {
  for (const text of texts) hasher.init().update(stringToBytes(text)).digest('binary')
}

/** Reads each call of the registry once, in a process of its own that has compiled nothing; returns ms for each. */
const firstTimes = async (which: 'floor' | 'wallet'): Promise<number[]> => {
  const script = join(import.meta.dirname, '../cold/calls.ts')
  const { stdout } = await run(process.execPath, [script, which])
  return JSON.parse(stdout) as number[]
}

/** Returns the time of the slowest call, of each the best of some processes: other programs take their time too. */
const slowestFirst = async (which: 'floor' | 'wallet'): Promise<number> => {
  const turns: number[][] = []
  for (let turn = 0; turn < 5; turn++) turns.push(await firstTimes(which))
  const [calls = []] = turns
  return Math.max(...calls.map((_, at) => Math.min(...turns.map((turn) => turn[at] ?? Infinity))))
}

/** Measures hashing of typed data and reading of a call in its publisher's words, without a browser. */
export const reading: Measure = {
  name: 'reading',
  async run() {
    const modules = await openModules()
    const { typedDataHash } = await modules.load<typeof Request>('/lib/sign/signRequest.ts')
    const hasher = await createKeccak(256)
    const hashed = { floor: [] as number[], wallet: [] as number[] }
    for (let round = 0; round < 15; round++) {
      const floor = await cpuTimeOf(() => hashEach(hasher))
      const wallet = await cpuTimeOf(() => typedDataHash({ typedData }))
      // The first rounds compile code.
      if (round < 4) continue
      hashed.floor.push(floor)
      hashed.wallet.push(wallet)
    }
    await modules.close()
    const said = { floor: [await slowestFirst('floor')], wallet: [await slowestFirst('wallet')] }
    return [
      within('hash of typed data with 10,000 values', { ...hashed, most: 50 }),
      within('a call in words, the slowest one, for the first time', { ...said, most: 5 }),
    ]
  },
}
