import type { Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, maxUint256, parseUnits, type Hex } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { alice } from '../../unit/accounts.ts'
import { decided, approve, yes } from '../support/walletPages.ts'
import { swapCalls, tokensOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { idOf, sendCalls, settled } from '../support/site.ts'

const button = (window: Page, name: string) => window.getByRole('button', { name, exact: true })

test('an approval without limit is lowered to what is spent: nothing is left of it on the chain', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url, contracts } = chains.local
  const { usdc, swap } = contracts
  const [, ...rest] = swapCalls(contracts)
  const limitless = {
    to: usdc,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [swap, maxUint256] }),
  }
  const before = await tokensOf(url, usdc, alice)
  const answer = await decided(
    wallet.context,
    sendCalls(connected, { calls: [limitless, ...rest] }),
    async (window) => {
      const call = window.getByRole('listitem').filter({ hasText: 'succeeds' }).first()
      await expect(call).toContainText('unlimited lUSDC')
      await button(window, 'Allow only what is spent').click()
      await expect(button(window, 'Use the site’s amount')).toBeVisible()
      await expect(call).toContainText('100 lUSDC')
      await button(window, 'Use the site’s amount').click()
      await expect(call).toContainText('unlimited lUSDC')
      await button(window, 'Allow only what is spent').click()
      await expect(call).toContainText('100 lUSDC')
      await approve(window)
    },
  )
  const status = await settled(connected, await idOf(answer))
  expect(status.status).toBe(200)
  expect(await tokensOf(url, usdc, alice)).toBe(before - parseUnits('100', 6))
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [alice, swap],
  })
  expect(BigInt(await rpc<Hex>(url, 'eth_call', [{ to: usdc, data }, 'latest']))).toBe(0n)

  // The stored batch has the signed calls, and that they were edited.
  const page = await wallet.popup()
  const rows = await page.evaluate(
    () =>
      new Promise<{ calls: { data: string }[]; edited?: unknown }[]>((resolve, reject) => {
        const opening = indexedDB.open('journal')
        opening.onerror = () => reject(new Error('the journal could not be opened'))
        opening.onsuccess = () => {
          const all = opening.result.transaction('batches').objectStore('batches').getAll()
          all.onsuccess = () => resolve(all.result as never)
        }
      }),
  )
  const [batch] = rows
  expect(batch?.calls[0]?.data).toBe(
    encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [swap, parseUnits('100', 6)],
    }),
  )
  expect(batch?.edited).toEqual([{ index: 0, amount: `0x${'f'.repeat(64)}` }])
})

test('a limit typed into a lone approval is simulated, named on the button, and all that the chain gets @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url, contracts } = chains.local
  const { usdc, swap } = contracts
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [swap, maxUint256],
  })
  const answer = await decided(
    wallet.context,
    sendCalls(connected, { calls: [{ to: usdc, data }] }),
    async (window) => {
      await expect(window.getByText('unlimited lUSDC').first()).toBeVisible()
      await expect(yes(window)).toHaveText('Approve anyway')
      const field = window.getByRole('textbox', { name: /lUSDC$/ })
      await field.fill('much')
      await field.press('Enter')
      await expect(window.getByText('Enter a number')).toBeVisible()
      await field.fill('25')
      // A limit that is typed and not set would not be signed.
      await expect(window.getByText('Not set yet')).toBeVisible()
      await expect(yes(window)).toHaveAttribute('aria-disabled', 'true')
      await expect(
        window.getByText('Press “Set limit”, or clear the field.', { exact: true }),
      ).toBeVisible()
      await button(window, 'Set limit').click()
      await expect(yes(window)).toHaveText('Allow 25 lUSDC')
      await approve(window)
    },
  )
  const status = await settled(connected, await idOf(answer))
  expect(status.status).toBe(200)
  const left = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [alice, swap] })
  expect(BigInt(await rpc<Hex>(url, 'eth_call', [{ to: usdc, data: left }, 'latest']))).toBe(
    parseUnits('25', 6),
  )
})
