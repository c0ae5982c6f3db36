import type { Batch } from '@/lib/db'
import { startChains, type Chains } from './faultChains.ts'
import { columns, show, whole, type Column, type Outcome } from './columns.ts'
import { openScene, refresh, type Scene } from './faultScene.ts'
import type { Change } from './clockedWallet.ts'

/** A journey without a fault; `must` notes an error if a batch does not show what it must on the way. */
type Unbroken = {
  name: string
  walk: (scene: Scene, batch: Batch, must: (is: boolean, what: string) => void) => Promise<void>
}

const transactionsOf = ({ mode }: Column) => (mode === 'sequence' ? 3 : 1)

/** Refreshes the node and lets the wallet run for one refresh. */
const step = async ({ node, run }: Scene) => {
  await node().refresh()
  await run(refresh)
}

/** Pre-confirms a transaction with each refresh. Each must show within one refresh, with status 100. */
const preconfirm: Unbroken['walk'] = async (scene, batch, must) => {
  const { number } = await scene.reader().block('latest')
  const next = `0x${(Number(number) + 1).toString(16)}`
  for (let included = 1; included <= transactionsOf(scene.column); included++) {
    await step(scene)
    const { status, receipts = [], capabilities } = await scene.status(batch)
    must(status === 100, `${status} where all is pre-confirmed at most`)
    must(receipts.length === included, `${receipts.length} receipts after ${included} refreshes`)
    const { preconfirmed, block } = capabilities?.preconfirmation ?? {}
    must(preconfirmed === true && block === next, `pre-confirmed in block ${block}, not ${next}`)
  }
}

/** Seals the block. The batch must show that within one refresh, with the sealed block's hash. */
const seal: Unbroken['walk'] = async (scene, batch, must) => {
  await scene.node().seal()
  const { hash, transactions } = await scene.reader().block('latest')
  await scene.run(refresh)
  const { status, receipts = [], capabilities } = await scene.status(batch)
  must(status === 200, `${status} within a refresh of the seal`)
  must(capabilities === undefined, 'pre-confirmed after the seal')
  const isThere = receipts.every(
    (receipt) => receipt.blockHash === hash && transactions.includes(receipt.transactionHash),
  )
  must(isThere, 'a receipt of another block than was sealed')
}

/** Journeys that each way to run is tried with. */
const journeys: readonly Unbroken[] = [
  {
    name: 'pre-confirmed, then sealed',
    walk: async (scene, batch, must) => {
      await preconfirm(scene, batch, must)
      await seal(scene, batch, must)
    },
  },
  {
    name: 'a partial hash that changes',
    walk: async (scene, batch, must) => {
      await preconfirm(scene, batch, must)
      const before = (await scene.events()).length
      for (let steps = 0; steps < 5; steps++) await step(scene)
      const news = (await scene.events()).slice(before).map(({ type }) => type)
      must(news.length === 0, `${news.join(' ')} though nothing changed but the hash`)
      await seal(scene, batch, must)
    },
  },
  {
    name: 'sealed at once',
    walk: async (scene, batch, must) => {
      for (let sealed = 1; sealed < transactionsOf(scene.column); sealed++) {
        await scene.node().seal()
        await scene.run(refresh)
        const { status } = await scene.status(batch)
        must(status === 100, `${status} with calls to come`)
      }
      await scene.node().seal()
      await scene.run(refresh)
      const { status } = await scene.status(batch)
      must(status === 200, `${status} within a refresh of the seal`)
    },
  },
  {
    name: 'dropped before the seal',
    walk: async (scene, batch, must) => {
      await preconfirm(scene, batch, must)
      const last = (await scene.signed()).at(-1)
      if (last) await scene.node().faults.drop(last.hash)
      await scene.run(refresh)
      const { status, receipts = [] } = await scene.status(batch)
      must(status === 100, `${status} of what was dropped`)
      must(receipts.length === transactionsOf(scene.column) - 1, 'a receipt of what was dropped')
      await seal(scene, batch, must)
    },
  },
]

/** A delegated account whose pool takes one transaction until the seal: bytes of the next call wait. */
const crowded: Column = {
  name: 'in order, upgraded before',
  mode: 'sequence',
  upgrade: false,
  isUpgraded: true,
  target: 0,
}

const oneInFlight: Unbroken = {
  name: 'one in flight until the seal',
  walk: async (scene, batch, must) => {
    for (let call = 0; call < 3; call++) {
      await step(scene)
      await scene.node().seal()
      // Longer than the backoff of a send.
      await scene.run(10_000)
    }
    await step(scene)
    const { status } = await scene.status(batch)
    must(status === 200, `${status} with one in flight at a time`)
  },
}

const walk = async (chains: Chains, journey: Unbroken, column: Column, change?: Change) => {
  const scene = await openScene(chains, column, 'sent', change ? { change } : {})
  const { judge, node, run, wake } = scene
  try {
    const batch = await scene.approve()
    wake()
    await run(0)
    await journey.walk(scene, batch, (is, what) => {
      if (!is) judge.wrong.push(what)
    })
    const outcome = await scene.outcome(batch)
    const expected = whole(column)
    if (show(outcome) !== show(expected))
      judge.wrong.push(`${show(outcome)}, not ${show(expected)}`)
    await node().seal(10)
    await run(70_000)
    if ((await scene.batch(batch.key))?.live !== 0) judge.wrong.push('never final')
    return { outcome, expected, wrong: [...new Set(judge.wrong)] }
  } finally {
    await scene.close()
  }
}

export type Walk = { name: string; outcome: Outcome; expected: Outcome; wrong: string[] }

/** Runs batches without a fault, on chains that name their pending blocks and on one that does not. */
export const runUnbroken = async (
  isMeant: (name: string) => boolean = () => true,
  change?: Change,
): Promise<Walk[]> => {
  const walks: Walk[] = []
  const tries = [
    ...[false, true].map((nullPending) => ({ options: { nullPending }, columns, journeys })),
    {
      options: { inFlightUntil: 'sealed' as const },
      columns: [crowded],
      journeys: [oneInFlight],
    },
  ]
  for (const { options, columns, journeys } of tries) {
    const chains = startChains(options)
    const kind = Object.entries(options).flat().join(' ')
    try {
      for (const journey of journeys)
        for (const column of columns.filter(({ target }) => target === 0)) {
          const name = `${journey.name} | ${column.name} | ${kind}`
          if (isMeant(name)) walks.push({ name, ...(await walk(chains, journey, column, change)) })
        }
    } finally {
      await chains.stop()
    }
  }
  return walks
}
