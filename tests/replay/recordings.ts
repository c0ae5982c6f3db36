import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Recorded } from './recorded.ts'

/** Where `npm run replay` looks for the answers; git ignores it. */
export const recordings = join(import.meta.dirname, '../../.cache/recordings/answers.json.gz')

/** Methods that the wallet reads answers of. */
const methods = new Set([
  'debug_traceTransaction',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_simulateV1',
])

type Exchange = { request?: unknown; response?: unknown }

/**
 * Public recordings of nodes' answers: repository, commit, licence, the folder in it, and how a file is read.
 * Formats differ (`.io` lines, pairs as JSON, bare results); packed files (`.tar`) are left out.
 */
const sources: {
  name: string
  commit: string
  licence: string
  files: string
  read: (text: string, file: string) => Exchange[]
}[] = [
  {
    name: 'execution-apis',
    commit: 'ethereum/execution-apis@033ca6e6, answers of geth',
    licence: 'CC0-1.0',
    files: 'tests/**/*.io',
    read: (text) => {
      const lines = text.split('\n').filter((line) => /^(>>|<<) /.test(line))
      const values = lines.map((line) => JSON.parse(line.slice(3)) as unknown)
      return values.flatMap((request, at) =>
        lines[at]?.startsWith('>>') ? [{ request, response: values[at + 1] }] : [],
      )
    },
  },
  {
    name: 'rpc-tests',
    commit: 'erigontech/rpc-tests@73992926, answers of Erigon and of Nitro',
    licence: 'Apache-2.0',
    files: 'integration/**/*.json',
    read: (text) => [JSON.parse(text)].flat() as Exchange[],
  },
  {
    name: 'besu',
    commit: 'hyperledger/besu@3fd224e2, answers of Besu',
    licence: 'Apache-2.0',
    files: 'ethereum/api/src/**/*.json',
    read: (text) => [JSON.parse(text)].flat() as Exchange[],
  },
  {
    name: 'go-ethereum',
    commit: 'ethereum/go-ethereum@02b73d4e, answers of geth',
    licence: 'LGPL-3.0',
    files: 'internal/ethapi/testdata/*.json',
    read: (text, file) => [
      {
        request: { method: /eth_[a-zA-Z0-9]+/.exec(file)?.[0], params: [] },
        response: { result: JSON.parse(text) as unknown },
      },
    ],
  },
]

const recordedIn = (file: string, { request, response }: Exchange): Recorded[] => {
  const { method, params } = (request ?? {}) as { method?: string; params?: unknown[] }
  const answer = response as { result?: unknown; error?: Recorded['error'] } | undefined
  if (!method || !methods.has(method) || typeof answer !== 'object') return []
  // Erigon's way of saying that an answer is not to be compared: it was not recorded.
  if (answer.result === undefined && !answer.error) return []
  const { result, error } = answer
  return [{ file, method, params: params ?? [], ...(error ? { error } : { result }) }]
}

/** Reads all recorded answers from a folder that has a clone of each source. */
const collect = (folder: string): Recorded[] =>
  sources.flatMap(({ name, files, read }) => {
    const found = globSync(files, { cwd: join(folder, name) })
      .toSorted()
      .flatMap((file) =>
        read(readFileSync(join(folder, name, file), 'utf8'), file).flatMap((exchange) =>
          recordedIn(`${name}/${file}`, exchange),
        ),
      )
    if (found.length === 0) throw new Error(`${join(folder, name)} has no recorded answers`)
    return found
  })

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (!folder)
    throw new Error(
      `Give a folder with clones of ${sources.map(({ commit }) => commit).join('; ')}.`,
    )
  const answers = collect(folder)
  const from = sources.map(({ name, commit, licence }) => ({ name, commit, licence }))
  mkdirSync(dirname(recordings), { recursive: true })
  writeFileSync(recordings, gzipSync(JSON.stringify({ from, answers })))
  console.log(`${answers.length} answers: ${recordings}`)
}
