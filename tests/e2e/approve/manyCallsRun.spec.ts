import { encodeFunctionData, erc20Abi } from 'viem'
import { stranger } from '../../unit/accounts.ts'
import { decided, approve } from '../support/walletPages.ts'
import { tokensOf, weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { idOf, sendCalls, settled } from '../support/site.ts'

const count = 500

test('500 calls are told in all, scroll to the last and run @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url, contracts } = chains.local
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [stranger, 2_000_000n],
  })
  const calls = Array.from({ length: count }, (_, index) =>
    index % 5 === 4 ? { to: contracts.usdc, data: transfer } : { to: stranger, value: '0x1' },
  )
  const answer = sendCalls(connected, { calls })
  const id = await idOf(
    decided(wallet.context, answer, async (window) => {
      await expect(window.getByRole('heading', { level: 1 })).toContainText('500 steps')
      const flows = window.getByRole('list', { name: 'What leaves' }).getByRole('listitem')
      await expect(flows).toHaveText([/0.0000000000000004 ETH/, /200 lUSDC/])
      await expect(window.getByRole('status')).toContainText('500')
      const lines = window.locator('li[aria-posinset]')
      await window
        .getByRole('list')
        .filter({ has: lines })
        .evaluate((list) => list.scrollTo(0, 1e6))
      const last = window.locator(`li[aria-posinset="${count}"]`)
      await last.scrollIntoViewIfNeeded()
      await expect(last).toBeInViewport()
      const folder = process.env.VOLLEY_PICTURES
      if (folder) await window.screenshot({ path: `${folder}/crowd-end.png` })
      await approve(window)
    }),
  )
  expect((await settled(connected, id)).status).toBe(200)
  expect(await weiOf(url, stranger)).toBe(400n)
  expect(await tokensOf(url, contracts.usdc, stranger)).toBe(200_000_000n)
})
