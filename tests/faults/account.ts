import { encodeFunctionData, erc20Abi, numberToHex, pad, type Address, type Hash } from 'viem'
import { freeze } from '@/lib/batch/freeze'
import { addBatch } from '@/lib/batch/journal'
import type { Batch, Call } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { locksOf } from '@/lib/lock/locks'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import type { PreconfirmingChain } from '../chain/preconfirm.ts'
import { readerOf } from '../chain/preconfirmReader.ts'
import { senderAt } from '../chain/preconfirmSender.ts'
import type { Column } from './columns.ts'

/** The site that sends all batches, and the batch id (EIP-5792) that all share. */
export const site = { origin: 'https://dapp.example', id: 'the same id' }

const fees = { maxFeePerGas: '0x12a05f200', maxPriorityFeePerGas: '0x3b9aca00' } as const

/** An account outside of the wallet that may take tokens of its accounts, by an older allowance. */
export const taker = senderAt(7)

/** Units of the token that it takes: more than the lock of a batch lets go. */
export const taken = 1_000n

/** Quotes a batch as the window does; returns its gas limit and locks. Throws if it comes without: nothing is tried. */
const lockOf = async (from: Address, chainId: number, calls: Call[]) => {
  const asked = { from, chainId, calls, atomicRequired: true }
  const { lock, open, failing, changes, gas } = await quoteBatch(asked, 'atomic', undefined, fees)
  if (lock?.holds.length !== 2)
    throw new Error(`the batch is not locked: ${open} ${JSON.stringify(failing)}`)
  const locks = locksOf(lock, from, changes, { gas, fees })
  return { gas: [...gas], locks, checkers: lock.checkers }
}

/** Returns the recipients of an account's three calls; nobody else pays them. */
const recipientsOf = (account: number): Address[] =>
  [1, 2, 3].map((call) => pad(numberToHex(0xc0ffee00 + account * 16 + call), { size: 20 }))

/** Returns an account of the wallet, and its batch of three token transfers. */
export const accountAt = (addressIndex: number, chainId: number) => {
  const sender = senderAt(addressIndex, chainId)
  const recipients = recipientsOf(addressIndex)

  return {
    ...sender,
    /** Counts how often each call took effect, at the newest sealed block. */
    paid: ({ anvilUrl, contracts }: PreconfirmingChain): Promise<number[]> =>
      Promise.all(
        recipients.map(async (to) => {
          const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [to] })
          const call = { to: contracts.usdc, data }
          return Number(await readerOf(anvilUrl).ask('eth_call', call, 'latest'))
        }),
      ),
    nonce: ({ anvilUrl }: PreconfirmingChain, tag = 'latest') =>
      readerOf(anvilUrl).nonce(sender.address, tag),
    /**
     * Uses two nonces, to delegate the account if the column wants that, so that a node which serves an older
     * count can be told.
     */
    prepare: async ({ anvilUrl, contracts }: PreconfirmingChain, { isUpgraded }: Column) => {
      const node = readerOf(anvilUrl)
      const args = [taker.address, taken] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      const older = { nonce: 0, to: contracts.usdc, data }
      if (isUpgraded) {
        const authorizationList = [await sender.authorize(executor, 1)]
        await node.submit(await sender.sign({ ...older, authorizationList }))
      } else for (const one of [older, { nonce: 1 }]) await node.submit(await sender.sign(one))
    },
    /**
     * Approves the account's batch, with the lock that its quote has if it `isLocked`, and with the outcome that later
     * calls are held to if it `isExpected`. `at`: in ms since 1970.
     */
    approve: async (
      { anvilUrl, contracts }: PreconfirmingChain,
      { mode, upgrade }: Column,
      at: number,
      { isLocked, isExpected }: { isLocked: boolean; isExpected: boolean },
    ): Promise<Batch> => {
      const { hash } = await readerOf(anvilUrl).ask<{ hash: Hash }>(
        'eth_getBlockByNumber',
        '0x0',
        false,
      )
      const isAtomic = mode === 'atomic'
      const calls = recipients.map((to): Call => ({
        to: contracts.usdc,
        value: '0x0',
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1n] }),
      }))
      const batch = freeze(
        {
          ...site,
          key: String(addressIndex),
          method: 'wallet_sendCalls',
          mode,
          upgrade,
          from: sender.address,
          chainId,
          genesis: hash,
          fees,
          calls,
          delegate: isAtomic ? executor : null,
          gas: isAtomic ? ['0x7a120'] : recipients.map(() => '0x186a0' as const),
          ...(isExpected ? { expected: 'succeeds' as const } : {}),
          ...(isAtomic && isLocked ? await lockOf(sender.address, chainId, calls) : {}),
        },
        at,
      )
      await addBatch(batch)
      return batch
    },
  }
}

export type Account = ReturnType<typeof accountAt>
