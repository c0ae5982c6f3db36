import { whole, type Column, type Phase } from './columns.ts'
import type { Fault } from './fault.ts'
import type { Scene } from './faultScene.ts'

/** Reorgs the newest `depth` blocks away, after sealing more if that would reach blocks before the batch. */
export const takeBack = async ({ node, reader, height }: Scene, depth: number): Promise<void> => {
  const sealed = Number((await reader().block('latest')).number) - height
  if (sealed < depth) await node().seal(depth - sealed)
  await reader().ask('anvil_reorg', depth, [])
  await node().refresh()
}

/** True if a transaction of the batch is in a sealed block at that phase. */
const hasBlocks = ({ target }: Column, phase: Phase) =>
  phase === 'sealed' ||
  phase === 'until final' ||
  (target === 1 && (phase === 'sent' || phase === 'pre-confirmed'))

const reorg = (depth: number): Fault => ({
  name: `re-org of depth ${depth}`,
  fits: hasBlocks,
  strike: async (scene, afterwards) => {
    const { judge, reader, signed } = scene
    await takeBack(scene, depth)
    const said = judge.path.length
    const receipts = (await signed()).map(({ hash }) =>
      reader().ask('eth_getTransactionReceipt', hash),
    )
    const isGone = (await Promise.all(receipts)).includes(null)
    afterwards(() => {
      const after = judge.path.slice(Math.max(0, said - 1)).join(' ')
      const isBack = /^200 100.* 200$/.test(after)
      if (after.startsWith('200') && isGone !== isBack)
        judge.wrong.push(`${after} though ${isGone ? 'a block is gone' : 'all was still there'}`)
      return Promise.resolve()
    })
  },
  expect: whole,
})

const dropped = (name: string, times: number): Fault => ({
  name,
  fits: (_column, phase) => phase === 'sent' || phase === 'pre-confirmed',
  strike: async ({ node, signed, column, reader, run, judge }) => {
    const hash = (await signed())[column.target]?.hash ?? '0x'
    await node().faults.drop(hash)
    for (let again = 1; again < times; again++) {
      // After the first backoff the wallet has sent the bytes again, to be dropped once more.
      await run(5_000)
      const isThere = await reader().ask('eth_getTransactionByHash', hash)
      if (isThere) await node().faults.drop(hash)
      else judge.wrong.push('not sent again')
    }
  },
  expect: whole,
})

/** Faults of the chain: dropped transactions, reorgs, another chain under the same id. */
export const chainFaults: Fault[] = [
  dropped('dropped from the pool', 1),
  dropped('dropped, and dropped again', 2),
  ...[1, 2, 3, 4, 5].map(reorg),
  {
    name: 'chain reset under its id',
    isAnew: true,
    fits: () => true,
    strike: async (scene) => {
      await scene.become(await scene.other())
      scene.wake()
      // For looking, a chain's identity counts as known for 30 s.
      await scene.run(31_000)
    },
    expect: () => ({ status: 400, paid: [0, 0, 0], nonces: 0 }),
  },
  {
    // A local chain may be started anew; a node elsewhere with another genesis is no node of this network.
    name: 'node of another chain, same id',
    chainId: 8453,
    // A lock takes a quote, and no quote takes a local chain for Base, whose genesis is known.
    isLocked: false,
    fits: () => true,
    strike: async ({ node, other, become, wake, run, judge }) => {
      const [ours, strange] = [node(), await other()]
      const sent = () => strange.requests().eth_sendRawTransaction ?? 0
      const before = sent()
      // For sending, a chain's identity counts as known for 1 s.
      await run(1_000)
      await become(strange)
      wake()
      await run(65_000)
      if (sent() > before) judge.wrong.push('sent to another chain')
      await become(ours)
    },
    expect: whole,
  },
]
