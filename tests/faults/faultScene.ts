import { eventsOf, stateOf } from '@/lib/batch/journal'
import { callsStatus } from '@/lib/batch/status'
import { cache, journal, type Batch } from '@/lib/db'
import { urlsOf } from '@/lib/network/urls'
import type { PreconfirmingChain } from '../chain/preconfirm.ts'
import { readerOf } from '../chain/preconfirmReader.ts'
import { accountAt } from './account.ts'
import type { Activity } from './activity.ts'
import { createClock } from './clock.ts'
import { isLockedAt, type Column, type Outcome, type Phase } from './columns.ts'
import type { Chains } from './faultChains.ts'
import { createJudge } from './statusJudge.ts'
import { connectClockedFetch } from './clockedFetch.ts'
import { startClockedWallet, type Change } from './clockedWallet.ts'

/** Key of the batch that the fault strikes. */
const key = '0'

/** URL of the second RPC that the user chose. */
const witnessUrl = 'https://second.example/'

/** Refresh of the network, in ms: the wallet sees a change within it. */
export const refresh = 200

/** Opens a wallet on a chain; the test moves both the clock and the chain. */
export const openScene = async (
  chains: Chains,
  column: Column,
  phase: Phase,
  {
    hasWitness = false,
    isLocked = isLockedAt(column, phase),
    isExpected = false,
    change = (world) => world,
  }: { hasWitness?: boolean; isLocked?: boolean; isExpected?: boolean; change?: Change } = {},
) => {
  const { chainId } = chains
  const activity: Activity = chains.activity
  const clock = createClock(1_800_000_000_000)
  chains.pass(clock)
  let node: PreconfirmingChain = await chains.first()
  const [alice, bob] = [accountAt(0, chainId), accountAt(1, chainId)]
  // Facts too: another test may have found none of the contracts that this chain has.
  await Promise.all([...journal.tables, ...cache.tables].map((table) => table.clear()))
  const witness = hasWitness ? await chains.witness() : undefined
  if (witness) await journal.networks.put({ chainId, secondUrl: witnessUrl })
  await alice.prepare(node, column)
  await bob.prepare(node, column)
  await node.seal()
  const height = Number((await readerOf(node.anvilUrl).block('latest')).number)
  const nonces = new Map([[node, await alice.nonce(node)]])

  const stops = [
    activity.install(),
    connectClockedFetch(clock, activity, (url) => {
      if (url === witnessUrl) return witness?.url
      return url === urlsOf(chainId)[0] ? node.url : undefined
    }),
  ]
  const judge = createJudge(activity, () => node)
  const wallet = startClockedWallet(clock, activity, (world) => judge.listen(change(world)))

  const run = async (ms: number) => {
    const end = clock.now() + ms
    await activity.rest()
    for (let due = clock.next(); due <= end; due = clock.next()) {
      clock.moveTo(due)
      await activity.rest()
    }
    clock.moveTo(end)
  }

  const events = () => eventsOf(key)

  const statusOf = async (batch: Batch) => callsStatus(batch, await stateOf(batch.key))

  return {
    chainId,
    column,
    phase,
    alice,
    bob,
    wallet,
    clock,
    judge,
    run,
    height,
    events,
    node: () => node,
    /** Reads the sealed chain, without the wallet's code and past all faults. */
    reader: () => readerOf(node.anvilUrl),
    /** The second RPC, if the user chose one. */
    witness,
    /** Lets another chain answer from now on. */
    become: async (other: PreconfirmingChain) => {
      node = other
      if (!nonces.has(other)) nonces.set(other, await alice.nonce(other))
    },
    other: () => chains.second(),
    approve: (account = alice) =>
      account.approve(node, column, clock.now(), { isLocked, isExpected }),
    /** Returns the transactions signed so far for Alice's batch. */
    signed: async () => (await stateOf(key)).transactions,
    status: statusOf,
    batch: (key: string) => journal.batches.get(key),
    /** True if any batch has status 100. */
    isOpen: async () => {
      const said = await Promise.all((await journal.batches.toArray()).map(statusOf))
      return said.some(({ status }) => status === 100)
    },
    /** Returns the outcome of a batch so far. */
    outcome: async (batch: Batch, account = alice): Promise<Outcome> => ({
      status: (await statusOf(batch)).status,
      paid: await account.paid(node),
      nonces: (await account.nonce(node)) - (nonces.get(node) ?? 0),
    }),
    wake: () => void wallet.watch.wake(),
    close: async () => {
      await activity.rest()
      for (const stop of stops) stop()
      node.faults.clear()
    },
  }
}

export type Scene = Awaited<ReturnType<typeof openScene>>
