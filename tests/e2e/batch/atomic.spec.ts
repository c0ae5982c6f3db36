import { parseUnits } from 'viem'
import { executor } from '../../chain/executor.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { decided, approve } from '../support/walletPages.ts'
import { codeOf, nonceOf, swapCalls, tokensOf, tooMuch, weiOf } from '../support/chainState.ts'
import { request, idOf, sendCalls, settled, statusOf } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const delegation = `0xef0100${executor.slice(2).toLowerCase()}`

type Transaction = { type: string; from: string; to: string; value: string; chainId: string }

test('a batch is one transaction: first with the upgrade of the account, then without', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url, contracts } = chains.local
  const { usdc, dai } = contracts
  const before = {
    usdc: await tokensOf(url, usdc, alice),
    dai: await tokensOf(url, dai, alice),
    nonce: await nonceOf(url, alice),
  }
  // A node that takes longer than 2 s is not awaited: its answer counts from the next request on.
  const capabilities = async () => {
    const { result } = await request(connected, 'wallet_getCapabilities', [alice, ['0x7a69']])
    return result
  }
  const status = (atomic: string) => ({
    '0x0': { gasLimitOverride: { supported: true } },
    '0x7a69': { atomic: { status: atomic }, gasLimitOverride: { supported: true } },
  })
  expect(await codeOf(url, alice)).toBe('0x')
  await expect.poll(capabilities).toEqual(status('ready'))

  const answer = await decided(
    wallet.context,
    sendCalls(connected, { calls: swapCalls(contracts) }),
    async (window) => {
      await expect(window.getByRole('heading', { name: 'This upgrades the account' })).toBeVisible()
      await approve(window)
    },
  )
  const id = await idOf(answer)
  expect(id).toMatch(/^0x[1-9a-f][0-9a-f]{63}$/)
  expect(answer.result).toEqual({ id, batchId: id, status: 'pending' })

  const first = await settled(connected, id)
  expect(first).toMatchObject({ version: '2.0.0', id, chainId: '0x7a69', status: 200 })
  expect(first.atomic).toBe(true)
  expect(first.receipts).toHaveLength(1)
  const [receipt] = first.receipts ?? []
  expect(Object.keys(receipt ?? {}).sort()).toEqual([
    'blockHash',
    'blockNumber',
    'gasUsed',
    'logs',
    'status',
    'transactionHash',
  ])
  expect(receipt?.status).toBe('0x1')
  const from = (token: string) =>
    receipt?.logs.filter(({ address }) => address === token.toLowerCase()).length
  expect([from(usdc), from(dai)]).toEqual([2, 2])
  const transactionOf = (hash: string | undefined) =>
    rpc<Transaction>(url, 'eth_getTransactionByHash', [hash])
  expect(await transactionOf(receipt?.transactionHash)).toMatchObject({
    type: '0x4',
    from: alice.toLowerCase(),
    to: alice.toLowerCase(),
    value: '0x0',
    chainId: '0x7a69',
  })

  expect(await codeOf(url, alice)).toBe(delegation)
  expect(await nonceOf(url, alice)).toBe(before.nonce + 2)
  expect(await tokensOf(url, usdc, alice)).toBe(before.usdc - parseUnits('100', 6))
  expect(await tokensOf(url, dai, alice)).toBe(before.dai + parseUnits('150', 18))
  expect(await tokensOf(url, dai, stranger)).toBe(parseUnits('50', 18))
  await expect.poll(capabilities).toEqual(status('supported'))

  const second = await decided(wallet.context, sendCalls(connected, { atomicRequired: false }))
  const { receipts, ...rest } = await settled(connected, await idOf(second))
  expect(rest).toMatchObject({ status: 200, atomic: true })
  expect(receipts).toHaveLength(1)
  const plain = await transactionOf(receipts?.[0]?.transactionHash)
  expect(plain).toMatchObject({ type: '0x2', to: alice.toLowerCase(), value: '0x0' })
  expect(await nonceOf(url, alice)).toBe(before.nonce + 3)
  expect(await weiOf(url, stranger)).toBe(3n)
  expect(await statusOf(connected, id)).toEqual(first)
})

test('a batch that reverts does nothing, keeps the delegation and is 500 @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url, contracts } = chains.local
  const tokens = await tokensOf(url, contracts.usdc, alice)
  const nonce = await nonceOf(url, alice)
  const calls = swapCalls(contracts, tooMuch)
  const answer = await decided(
    wallet.context,
    sendCalls(connected, { calls, id: 'reverts' }),
    async (window) => {
      await expect(window.getByRole('alert')).toContainText('Step 2 fails')
      await approve(window)
    },
  )
  expect(answer.result).toEqual({ id: 'reverts', batchId: 'reverts', status: 'pending' })

  const status = await settled(connected, 'reverts')
  expect(status).toMatchObject({ status: 500, atomic: true })
  expect(status.receipts?.map((receipt) => [receipt.status, receipt.logs])).toEqual([['0x0', []]])
  expect(await tokensOf(url, contracts.usdc, alice)).toBe(tokens)
  expect(await nonceOf(url, alice)).toBe(nonce + 2)
  expect(await codeOf(url, alice)).toBe(delegation)
})
