import { encodeFunctionData, erc20Abi, numberToHex, pad, type Address, type Hash } from 'viem'
import { freeze } from '@/lib/batch/freeze'
import { addBatch } from '@/lib/batch/journal'
import type { Batch } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import type { PreconfirmingChain } from '../chain/preconfirm.ts'
import { readerOf } from '../chain/preconfirmReader.ts'
import { senderAt } from '../chain/preconfirmSender.ts'
import type { Column } from './columns.ts'

/** The site that sends all batches, and the batch id (EIP-5792) that all share. */
export const site = { origin: 'https://dapp.example', id: 'the same id' }

const fees = { maxFeePerGas: '0x12a05f200', maxPriorityFeePerGas: '0x3b9aca00' } as const

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
    prepare: async ({ anvilUrl }: PreconfirmingChain, { isUpgraded }: Column) => {
      const node = readerOf(anvilUrl)
      if (isUpgraded) {
        const authorizationList = [await sender.authorize(executor, 1)]
        await node.submit(await sender.sign({ nonce: 0, authorizationList }))
      } else for (const nonce of [0, 1]) await node.submit(await sender.sign({ nonce }))
    },
    /** Approves the account's batch. `at`: in ms since 1970. */
    approve: async (
      { anvilUrl, contracts }: PreconfirmingChain,
      { mode, upgrade }: Column,
      at: number,
    ): Promise<Batch> => {
      const { hash } = await readerOf(anvilUrl).ask<{ hash: Hash }>(
        'eth_getBlockByNumber',
        '0x0',
        false,
      )
      const isAtomic = mode === 'atomic'
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
          calls: recipients.map((to) => ({
            to: contracts.usdc,
            value: '0x0',
            data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1n] }),
          })),
          delegate: isAtomic ? executor : null,
          gas: isAtomic ? ['0x7a120'] : recipients.map(() => '0x186a0' as const),
        },
        at,
      )
      await addBatch(batch)
      return batch
    },
  }
}

export type Account = ReturnType<typeof accountAt>
