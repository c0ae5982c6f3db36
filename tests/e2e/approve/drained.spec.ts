import { encodeFunctionData, erc20Abi, numberToHex, parseEther, parseUnits } from 'viem'
import { stranger } from '../../unit/accounts.ts'
import { sendCalls } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { decided, reject, yes } from '../support/walletPages.ts'

test('all that an account has, for a stranger, is no calm success and takes two steps; a small part is one', async ({
  chains,
  wallet,
  connected,
}) => {
  const { usdc, dai } = chains.local.contracts
  const transfer = (to: `0x${string}`, amount: bigint) => ({
    to,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [stranger, amount] }),
  })
  const warning = 'An address you never named gets half or more of an asset.'
  const all = [
    { to: stranger, value: numberToHex(parseEther('9000')) },
    transfer(usdc, parseUnits('10000', 6)),
    transfer(dai, parseUnits('10000', 18)),
  ]
  await decided(wallet.context, sendCalls(connected, { calls: all }), async (window) => {
    await expect(window.getByRole('alert')).toHaveText(warning)
    await expect(window.getByRole('status')).toHaveText('Read the warning above')
    await expect(yes(window)).toHaveText('Approve anyway')
    await yes(window).click()
    await expect(yes(window)).toHaveText('Approve for somebody else')
    await reject(window)
  })

  // Whoever comes next empties a router: its name is told, and clears nothing.
  const router = '0x6fF5693b99212Da76ad316178A184AB56D299b43'
  const paid = [{ to: router, value: numberToHex(parseEther('9000')) }] as const
  await decided(wallet.context, sendCalls(connected, { calls: [...paid] }), async (window) => {
    await expect(window.locator('main')).toContainText('Uniswap Universal Router')
    await expect(window.getByRole('alert')).toHaveText(warning)
    await yes(window).click()
    await expect(yes(window)).toHaveText('Approve for somebody else')
    await expect(window.locator('body')).not.toContainText('unnamed')
    await reject(window)
  })

  const part = [transfer(usdc, parseUnits('25', 6))]
  await decided(wallet.context, sendCalls(connected, { calls: part }), async (window) => {
    await expect(window.getByRole('status')).toHaveText('It succeeds')
    await expect(yes(window)).toHaveText('Send 25 lUSDC')
    await expect(window.getByText(warning)).toBeHidden()
    await reject(window)
  })
})
