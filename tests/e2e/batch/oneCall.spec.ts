import { getContractAddress, type Hash } from 'viem'
import { alice, stranger } from '../../unit/accounts.ts'
import { decided, reject, yes } from '../support/walletPages.ts'
import { codeOf, nonceOf, receiptOf, weiOf } from '../support/chainState.ts'
import { request, idOf, payments, resultOf, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { countRows, openJournal } from '../support/journal.ts'

/** A contract of two bytes (STOP, STOP) and its creation code. */
const runtime = '0x0000'
const creation = '0x600260005260026000f3'

test('one call is one plain transaction, whatever atomicRequired says', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const nonce = await nonceOf(url, alice)
  const answer = sendCalls(connected, { calls: payments.slice(0, 1) })
  const status = await settled(connected, await idOf(decided(wallet.context, answer)))

  expect(status).toMatchObject({ status: 200, atomic: true })
  expect(status.receipts).toHaveLength(1)
  const hash = status.receipts?.[0]?.transactionHash ?? '0x'
  expect(await receiptOf(url, hash)).toMatchObject({ type: '0x2', status: '0x1' })
  expect(await codeOf(url, alice)).toBe('0x')
  expect(await nonceOf(url, alice)).toBe(nonce + 1)
  expect(await weiOf(url, stranger)).toBe(1n)
})

test('eth_sendTransaction answers the hash, of a payment and of a deployment @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const send = (transaction: object) =>
    resultOf<Hash>(
      decided(
        wallet.context,
        request(connected, 'eth_sendTransaction', [{ from: alice, ...transaction }]),
      ),
    )

  // The nonce and gas price in a site's request are ignored.
  const hash = await send({ to: stranger, value: '0x5', nonce: '0x999', gasPrice: '0x1' })
  expect(await receiptOf(url, hash)).toMatchObject({ status: '0x1' })
  expect(await weiOf(url, stranger)).toBe(5n)

  const nonce = BigInt(await nonceOf(url, alice))
  const deployed = await receiptOf(url, await send({ data: creation }))
  const contractAddress = getContractAddress({ from: alice, nonce })
  expect(deployed.contractAddress?.toLowerCase()).toBe(contractAddress.toLowerCase())
  expect(await codeOf(url, contractAddress)).toBe(runtime)
})

test('what the account cannot pay is said before it could be approved', async ({
  wallet,
  connected,
}) => {
  const journal = await openJournal(wallet)
  const { batches } = await countRows(journal)
  const all = '0x56bc75e2d63100000000'
  const answer = decided(
    wallet.context,
    sendCalls(connected, { calls: [{ to: stranger, value: all }] }),
    async (window) => {
      await expect(window.getByRole('alert').filter({ hasText: 'Not enough ETH' })).toBeVisible()
      const approve = yes(window)
      await expect(approve).toHaveAttribute('aria-disabled', 'true')
      await reject(window)
    },
  )
  expect(await answer).toMatchObject({ error: { code: 4001 } })
  expect((await countRows(journal)).batches).toBe(batches)
})
