import { approveBatch } from '@/lib/batch/approveBatch'
import { stateOf } from '@/lib/batch/journal'
import { isEnded } from '@/lib/batch/machine'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { statusCode, type StatusCode } from '@/lib/batch/status'
import { journal, type Approval, type Batch } from '@/lib/db'
import { request } from '@/lib/network/node'
import type { Quote } from '@/lib/simulate/quote'
import { keptOutcome } from '@/lib/simulate/acceptedOutcome'
import { simulateBatch } from '@/lib/simulate/lookAgain'
import { expectedOf } from '@/lib/quotes/accepted'
import { composeWallet } from '../harness/wallet.ts'
import { newWorld } from '../harness/world.ts'
import { chainId, type OddChain } from './oddChain.ts'

/** The most turns of a run; more than the longest batch has calls. */
const turns = 1_200

/** How often a transaction that is refused for want of ether is retried, each time in a new block. */
const chances = 2

/** Age in ms of an approval from which its outcome no longer counts as just seen. */
const unseen = 5_001

/** Longest batch whose transactions share a block: anvil rebuilds it for each, ever more slowly. */
const toABlock = 8

/** Opens the wallet's runner over the chain of the trials, with real keys, bytes and journal. */
export const openWallet = ({ chain }: OddChain) => {
  const world = { ...newWorld(request), simulate: simulateBatch }
  const { runner } = composeWallet({ world })

  return {
    /** Approves a batch on the terms of its quote. Returns its row. */
    approve: async (asked: BatchRequest, quote: Quote, id: string): Promise<Batch> => {
      const { mode, delegate, upgrade, account, gas, fees, verdict } = quote
      const replaces = upgrade && account.delegate ? { replaces: account.delegate } : {}
      const row = { id, origin: 'https://dapp.example', method: 'wallet_sendCalls' } as Approval
      const decision = { mode, upgrade, gas, fees, expected: verdict, ...replaces }
      const { write } = await approveBatch(row, asked, id, {
        ...decision,
        accepted: expectedOf([keptOutcome(quote)]),
        // The screen's decision names our executor even if no delegate is used.
        delegate: delegate ?? '0xe6Cae83BdE06E4c305530e199D7217f42808555B',
      })
      await write()
      const batch = await journal.batches.get(id)
      if (!batch) throw new Error('the approved batch is not in the journal')
      return batch
    },
    /** Runs a batch to its end. Returns its status code (EIP-5792). */
    run: async (batch: Batch): Promise<StatusCode> => {
      let refusals = 0
      for (let turn = 0; turn < turns; turn++) {
        // Each call is looked at again before it is signed, however fast the machine is.
        await world.wait(unseen)
        await runner.advance(chainId)
        const state = await stateOf(batch.key)
        const last = state.transactions.at(-1)
        // One that asks its user again waits for an answer that no trial gives.
        if (isEnded(batch, state) || state.asked) break
        const isRefused = last?.refused === 'funds' && !last.sent
        if (isRefused && refusals++ >= chances) break
        // A refused transaction is retried after its backoff, once a block has the ones before it.
        if (isRefused) await world.wait(10_000)
        if (isRefused || batch.calls.length > toABlock) await chain.seal()
        else await chain.refresh()
        await runner.look(chainId)
      }
      await chain.seal()
      await runner.look(chainId)
      return statusCode(batch, await stateOf(batch.key))
    },
    /** Returns the transactions that were signed for a batch, in order. */
    signed: async ({ key }: Batch) => (await stateOf(key)).transactions,
  }
}
