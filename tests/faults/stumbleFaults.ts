import { keccak256, numberToHex, type Hex } from 'viem'
import { refused, type Fault as NodeFault } from '../chain/faults.ts'
import { whole, type Phase } from './columns.ts'
import { placesOf, type Fault } from './fault.ts'
import type { Scene } from './faultScene.ts'
import { rival } from './nonceFaults.ts'

const early = (phase: Phase) => phase === 'before signing' || phase === 'at send'
const unsealed = (phase: Phase) => phase !== 'sealed' && phase !== 'until final'

/** A look at a later call in order comes before its signature. */
const looked: Fault['fits'] = ({ mode, target }, phase) =>
  mode === 'sequence' &&
  (target === 1 ? phase === 'before signing' : phase === 'sent' || phase === 'pre-confirmed')

/** Arms what a node lacks for good, so that another method is asked in its place. */
const lacking =
  (method: string, fault: NodeFault, when?: (params: unknown[]) => boolean) => (scene: Scene) =>
    scene.node().faults.arm(method, fault, { times: Infinity, ...(when ? { when } : {}) })

const noSimulations = lacking('eth_simulateV1', refused('the method does not exist', -32601))

/** Counts at a block's number are gone, so that only a trace tells if an upgrade held. */
const noPastCounts = lacking('eth_getTransactionCount', refused('missing trie node'), ([, at]) =>
  String(at).startsWith('0x'),
)

type Need = Pick<Fault, 'fits' | 'isExpected'> & { without?: (scene: Scene) => void }

/**
 * Every method that the wallet asks a node between the yes and the final status of a batch that nothing else stops, and
 * where one request for each is still to come.
 */
export const needs: Record<string, Need> = {
  eth_chainId: { fits: (_, phase) => phase === 'before signing' },
  eth_getCode: { fits: ({ mode }, phase) => mode === 'atomic' && unsealed(phase) },
  eth_getTransactionCount: {
    fits: ({ upgrade }, phase) => (upgrade ? unsealed(phase) : phase === 'before signing'),
  },
  eth_getTransactionReceipt: { fits: (_, phase) => phase !== 'until final' },
  eth_getBlockByNumber: { fits: () => true },
  eth_sendRawTransaction: { fits: (_, phase) => early(phase) },
  eth_simulateV1: { fits: looked, isExpected: true },
  eth_getBalance: { fits: looked, isExpected: true },
  eth_call: { fits: looked, isExpected: true, without: noSimulations },
  eth_estimateGas: { fits: looked, isExpected: true, without: noSimulations },
  debug_traceTransaction: {
    fits: ({ upgrade }, phase) => upgrade && (phase === 'sent' || phase === 'pre-confirmed'),
    without: noPastCounts,
  },
}

/** Wordings with which nodes and their gateways stumble, inside HTTP 200. */
const wordings = [
  ['header not found', -32000],
  ['Internal error', -32603],
] as const

/** Rate limits inside HTTP 200, each in the words of who uses its code. */
const rateLimits = [
  ['Your app has exceeded its compute units per second capacity', 429],
  ['project ID request rate exceeded', -32005],
  ['over rate limit', -32016],
  ['20/second request limit reached', -32007],
  ['Rate limit exceeded', -32029],
] as const

const once = (method: string, need: Need, message: string, code: number): Fault => ({
  name: `${method} fails once: ${message}`,
  fits: need.fits,
  isExpected: need.isExpected ?? false,
  strike: (scene, afterwards) => {
    const { node, judge } = scene
    let struck = 0
    const when = () => {
      struck++
      return true
    }
    need.without?.(scene)
    node().faults.arm(method, refused(message, code), { times: 1, when })
    afterwards(() => {
      if (struck === 0) judge.wrong.push('the fault struck nothing')
      return Promise.resolve()
    })
    return Promise.resolve()
  },
  expect: whole,
})

/** Tries each rate limit at one of the places of a method, by turns: what a node means by it is the same everywhere. */
const slowedDown = ([method, need]: [string, Need]): Fault[] => {
  const places = placesOf({ fits: need.fits })
  return rateLimits.map(([message, code], index) => {
    // Far apart, so that five of many places are not all of one column.
    const chosen = places[Math.floor((index * places.length) / rateLimits.length)]
    const fits: Fault['fits'] = (column, phase) =>
      chosen?.column === column && chosen.phase === phase
    return once(method, { ...need, fits }, message, code)
  })
}

type Receipt = { blockNumber: Hex } | null
type Block = { number: Hex } | null

/**
 * Makes every second answer one of a replica that is `by` blocks behind: it has neither the newest blocks nor
 * what is in them, and nothing that waits.
 */
const lagging = (by: number): Fault => ({
  name: `a replica ${by} ${by === 1 ? 'block' : 'blocks'} behind`,
  fits: (_, phase) => phase !== 'at send',
  strike: async ({ node, reader, judge, phase }: Scene, afterwards) => {
    // No replica lacks what happened before the batch: to sign at a used nonce is another fault.
    if (phase === 'before signing') await node().seal(by)
    let head = Number((await reader().block('latest')).number)
    const newest = async () => {
      head = Number((await reader().block('latest')).number)
      return Math.max(0, head - by)
    }
    let turn = 0
    const isBehind = () => turn++ % 2 === 0
    const isNumber = (tag: unknown) => String(tag).startsWith('0x')
    const arm = (
      method: string,
      alter: (result: unknown, params: unknown[]) => unknown,
      when: (params: unknown[]) => boolean = () => true,
    ) =>
      node().faults.arm(
        method,
        { kind: 'altered', alter },
        { times: Infinity, when: (params) => when(params) && isBehind() },
      )
    arm('eth_getBlockByNumber', async (result, [tag, isFull]) => {
      const block = result as Block
      const at = await newest()
      if (tag === 'latest' || tag === 'pending')
        return reader().ask('eth_getBlockByNumber', numberToHex(at), isFull)
      return Number(block?.number ?? 0) > at ? null : block
    })
    arm('eth_getTransactionReceipt', async (result) => {
      const receipt = result as Receipt
      return receipt && Number(receipt.blockNumber) > (await newest()) ? null : receipt
    })
    for (const method of ['eth_getTransactionCount', 'eth_getCode']) {
      arm(
        method,
        async (_, [address]) => reader().ask(method, address, numberToHex(await newest())),
        ([, tag]) => !isNumber(tag),
      )
      node().faults.arm(method, refused('header not found'), {
        times: Infinity,
        when: ([, tag]) => isNumber(tag) && Number(tag) > head - by && isBehind(),
      })
    }
    const said = judge.path.length
    afterwards(() => {
      const after = judge.path.slice(Math.max(0, said - 1)).join(' ')
      if (after.includes('200 100')) judge.wrong.push(`${after} though nothing has moved`)
      return Promise.resolve()
    })
  },
  expect: whole,
})

/** Longer than a gap stays unnamed, in ms: the sends' backoff and a minute. */
const untilNamed = 200_000

const gap: Fault = {
  name: 'a lower transaction vanishes',
  fits: (_, phase) => phase === 'before signing',
  strike: async (scene) => {
    const { node, reader, wake, run, wallet, judge, events } = scene
    const raw = await rival(scene)
    await reader().submit(raw)
    await node().refresh()
    wake()
    await run(1_000)
    await node().faults.drop(keccak256(raw))
    await run(untilNamed)
    const named = (await events()).findLast(({ type }) => type === 'behind')
    if (named?.type !== 'behind' || !named.isGap) judge.wrong.push('the gap has no name')
    const price = await wallet.runner.price('0', 'fill')
    if (typeof price === 'string' || (await wallet.runner.fill('0', price)) !== 'done')
      judge.wrong.push('the gap was not filled')
  },
  expect: (column) => {
    const { nonces, ...rest } = whole(column)
    return { ...rest, nonces: nonces + 1 }
  },
}

/** Faults of nodes that answer, but stumble once, lag behind, or forget another wallet's transaction. */
export const stumbleFaults: Fault[] = [
  ...Object.entries(needs).flatMap(([method, need]) =>
    wordings.map(([message, code]) => once(method, need, message, code)),
  ),
  ...Object.entries(needs).flatMap(slowedDown),
  ...[1, 2, 3].map(lagging),
  gap,
]
