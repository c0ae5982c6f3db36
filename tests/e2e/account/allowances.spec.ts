import { encodeFunctionData, erc20Abi, getAddress, maxUint256, type Address, type Hex } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { alice, bob, stranger } from '../../unit/accounts.ts'
import { sendMined } from '../support/chainState.ts'
import { looksWell } from '../support/accessibility.ts'
import { plant } from '../support/bait.ts'
import { expect, test } from '../support/test.ts'
import { approve, countWindows } from '../support/walletPages.ts'

test('what others may take is read from the chain, and two of it are taken back in one batch', async ({
  chains,
  wallet,
}) => {
  const { url, contracts } = chains.local
  const collection = await plant(url, 'Collection')
  const liar = await plant(url, 'PhantomToken')
  const send = (to: Address, data: Hex) => sendMined(url, { from: alice, to, data })
  const allow = (token: Address, spender: Address, amount: bigint) =>
    send(
      token,
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
    )
  await allow(contracts.usdc, stranger, maxUint256)
  await allow(contracts.dai, bob, 5n)
  await allow(contracts.dai, bob, 0n)
  await allow(liar.address, bob, maxUint256)
  await send(collection.address, collection.encode('setApprovalForAll', [stranger, true]))

  const page = await wallet.popup()
  await page.setViewportSize({ width: 360, height: 600 })
  await page.getByRole('link', { name: 'Allowances' }).click()
  const revoke = page.getByRole('button', { name: /^Revoke/ })
  await expect(
    page.getByText('Searched: your own activity and the logs of all blocks'),
  ).toBeVisible()
  const choices = page.getByRole('checkbox')
  await expect(choices).toHaveCount(2)
  const known = page.getByRole('region', { name: 'Listed, or allowed by you' })
  await expect(known).toContainText(`${stranger} can take`)
  await expect(known).toContainText('unlimited lUSDC')
  const others = page.getByRole('region', { name: 'Other contracts' })
  await expect(others.getByTitle(getAddress(collection.address))).toBeVisible()
  await expect(revoke).toHaveAttribute('aria-disabled', 'true')
  await known.getByRole('button', { name: 'Select all' }).click()
  await expect(revoke).toHaveText('Revoke 1')
  await known.getByRole('button', { name: 'Clear selection' }).click()
  await expect(revoke).toHaveAttribute('aria-disabled', 'true')
  await choices.nth(0).click()
  await expect(known.getByRole('button', { name: 'Clear selection' })).toBeVisible()
  await others.getByRole('button', { name: 'Select all' }).click()
  await expect(revoke).toHaveText('Revoke 2')
  await looksWell(page, 'allowances')

  const windows = countWindows(wallet.context)
  await revoke.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('This wallet')
  await expect(page.getByRole('list', { name: 'What others can take' })).toContainText(
    'You take back the lUSDC allowance of',
  )
  await looksWell(page, 'allowances-approval')
  await approve(page)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmed')
  const left = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [alice, stranger],
  })
  const read = (to: Address, data: Hex) => rpc<Hex>(url, 'eth_call', [{ to, data }, 'latest'])
  expect(BigInt(await read(contracts.usdc, left))).toBe(0n)
  const operator = collection.encode('isApprovedForAll', [alice, stranger])
  expect(BigInt(await read(collection.address, operator))).toBe(0n)
  expect(windows()).toBe(0)

  await page.goto(`${page.url().split('#')[0]}#allowances`)
  await expect(page.getByText('Found nothing that others can take.')).toBeVisible()
  await expect(choices).toHaveCount(0)
})
