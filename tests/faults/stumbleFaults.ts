import { keccak256 } from 'viem'
import { refused, type Fault as NodeFault } from '../chain/faults.ts'
import { whole, type Column, type Phase } from './columns.ts'
import type { Fault } from './fault.ts'
import type { Scene } from './faultScene.ts'
import { rival } from './nonceFaults.ts'

const early = (phase: Phase) => phase === 'before signing' || phase === 'at send'
const unsealed = (phase: Phase) => phase !== 'sealed' && phase !== 'until final'

/** Methods that a batch needs, and where one request for each is still to come. */
const methods: Record<string, (column: Column, phase: Phase) => boolean> = {
  eth_chainId: (_, phase) => phase === 'before signing',
  eth_getCode: ({ mode }, phase) => mode === 'atomic' && unsealed(phase),
  eth_getTransactionCount: ({ upgrade }, phase) =>
    upgrade ? unsealed(phase) : phase === 'before signing',
  eth_getTransactionReceipt: (_, phase) => phase !== 'until final',
  eth_getBlockByNumber: () => true,
  eth_sendRawTransaction: (_, phase) => early(phase),
}

/** Wordings with which nodes and their gateways stumble, inside HTTP 200. */
const wordings = [
  ['header not found', -32000],
  ['Internal error', -32603],
] as const

const once = (method: string, fits: Fault['fits'], message: string, code: number): Fault => ({
  name: `${method} fails once: ${message}`,
  fits,
  strike: ({ node, judge }, afterwards) => {
    let struck = 0
    const when = () => {
      struck++
      return true
    }
    node().faults.arm(method, refused(message, code), { times: 1, when })
    afterwards(() => {
      if (struck === 0) judge.wrong.push('the fault struck nothing')
      return Promise.resolve()
    })
    return Promise.resolve()
  },
  expect: whole,
})

type Block = { number: string | null } | null

/**
 * Makes every second answer one of a replica that is `by` blocks behind: it has neither the newest blocks nor
 * what is in them.
 */
const lagging = (by: number): Fault => ({
  name: `a replica ${by} ${by === 1 ? 'block' : 'blocks'} behind`,
  fits: (_, phase) => !early(phase),
  strike: async ({ node, reader, judge }: Scene, afterwards) => {
    let head = Number((await reader().block('latest')).number)
    const heads = new Map<number, unknown>()
    for (let at = Math.max(0, head - by); at <= head; at++)
      heads.set(at, await reader().ask('eth_getBlockByNumber', `0x${at.toString(16)}`, false))
    const isHidden = (number: string | null | undefined) => Number(number ?? 0) > head - by
    const altered = (alter: (result: unknown, params: unknown[]) => unknown): NodeFault => ({
      kind: 'altered',
      alter,
    })
    let turn = 0
    const when = () => turn++ % 2 === 0
    node().faults.arm(
      'eth_getBlockByNumber',
      altered((result, [tag]) => {
        const block = result as Block
        if (tag === 'latest' && block?.number) {
          head = Math.max(head, Number(block.number))
          heads.set(Number(block.number), block)
          return heads.get(head - by) ?? block
        }
        return String(tag).startsWith('0x') && isHidden(block?.number) ? null : block
      }),
      { times: Infinity, when },
    )
    node().faults.arm(
      'eth_getTransactionReceipt',
      altered((result) => {
        const receipt = result as { blockNumber: string } | null
        return receipt && isHidden(receipt.blockNumber) ? null : receipt
      }),
      { times: Infinity, when },
    )
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
  ...Object.entries(methods).flatMap(([method, fits]) =>
    wordings.map(([message, code]) => once(method, fits, message, code)),
  ),
  lagging(1),
  lagging(2),
  gap,
]
