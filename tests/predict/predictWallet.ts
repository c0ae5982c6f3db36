import { approveBatch } from '@/lib/batch/approveBatch'
import { stateOf } from '@/lib/batch/journal'
import { isEnded } from '@/lib/batch/machine'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { createRunner } from '@/lib/batch/runner'
import { statusCode, type StatusCode } from '@/lib/batch/status'
import { journal, type Approval, type Batch } from '@/lib/db'
import { request } from '@/lib/network/node'
import type { Quote } from '@/lib/simulate/quoteBatch'
import { simulateBatch } from '@/lib/simulate/verdict'
import { composeWallet } from '../harness/wallet.ts'
import { newWorld } from '../harness/world.ts'
import { chainId, type OddChain } from './oddChain.ts'

/** More than the longest batch has calls. */
const turns = 1_200

/** How often a call that sends more than there is gets another chance, in a block of its own. */
const chances = 2

/** Transactions that are put into one block: building it anew for each takes longer every time. */
const toABlock = 8

/** The wallet's own runner over the chain of the trials, with its real keys, bytes and journal. */
export const openWallet = ({ chain }: OddChain) => {
  const world = { ...newWorld(request), simulate: simulateBatch }
  const { runner } = composeWallet({ world })

  return {
    /** The user's yes to what was predicted, on the terms that came with it. */
    approve: async (asked: BatchRequest, quote: Quote, id: string): Promise<Batch> => {
      const { mode, delegate, upgrade, account, gas, fees, verdict } = quote
      const replaces = upgrade && account.delegate ? { replaces: account.delegate } : {}
      const row = { id, origin: 'https://dapp.example', method: 'wallet_sendCalls' } as Approval
      const decision = { mode, upgrade, gas, fees, expected: verdict, ...replaces }
      const write = await approveBatch(row, asked, id, {
        ...decision,
        // As the screen's decision has it where nothing runs through a delegate.
        delegate: delegate ?? '0xe6Cae83BdE06E4c305530e199D7217f42808555B',
      })
      await write()
      const batch = await journal.batches.get(id)
      if (!batch) throw new Error('the approved batch is not in the journal')
      return batch
    },
    /** Runs a batch to its end; what it came to, as the wallet says. */
    run: async (batch: Batch): Promise<StatusCode> => {
      let refusals = 0
      for (let turn = 0; turn < turns; turn++) {
        await runner.advance(chainId)
        const state = await stateOf(batch.key)
        const last = state.transactions.at(-1)
        if (isEnded(batch, state)) break
        const isRefused = last?.refused === 'funds' && !last.sent
        if (isRefused && refusals++ >= chances) break
        // The pool of a sealed chain counts what is in a block.
        if (isRefused) await world.wait(10_000)
        if (isRefused || batch.calls.length > toABlock) await chain.seal()
        else await chain.refresh()
        await runner.look(chainId)
      }
      await chain.seal()
      await runner.look(chainId)
      return statusCode(batch, await stateOf(batch.key))
    },
    /** How far it came: the transactions that were signed, in order. */
    signed: async ({ key }: Batch) => (await stateOf(key)).transactions,
  }
}
