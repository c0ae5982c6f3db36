import { encodeFunctionData, erc20Abi, type Address } from 'viem'
import { alice } from '../../unit/accounts.ts'
import { decided, approve, reject } from '../support/walletPages.ts'
import { expect, test } from '../support/test.ts'
import { idOf, request, sendCalls, settled } from '../support/site.ts'
import { permitOf } from '../../unit/sign/typedDataSamples.ts'

const friend: Address = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
/** Has the first and last characters of the friend's address. */
const lookAlike: Address = '0xab58ffffffffffffffffffffffffffffffffec9b'

test('somebody is new once, and whoever looks like him is said to', async ({
  chains,
  wallet,
  connected,
}) => {
  const { usdc } = chains.local.contracts
  const transfer = (to: Address, amount: bigint) => ({
    to: usdc,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  })
  const send = (calls: object[], decide: Parameters<typeof decided>[2]) =>
    decided(wallet.context, sendCalls(connected, { calls, atomicRequired: false }), decide)

  const first = await send([transfer(friend, 5n)], async (window) => {
    await expect(window.getByText('First time').first()).toBeVisible()
    await expect(window.getByText('This is not the address you know.')).toBeHidden()
    await expect(window.getByRole('list', { name: 'What leaves' })).toContainText(friend)
    await approve(window)
  })
  await settled(connected, await idOf(first))

  // A transfer of 0 to the look-alike must not make its address known.
  const bait = await send([transfer(lookAlike, 0n)], async (window) => {
    await expect(window.getByRole('alert')).toContainText('This is not the address you know.')
    await approve(window)
  })
  await settled(connected, await idOf(bait))

  await send([transfer(friend, 7n), { to: lookAlike, value: '0x1' }], async (window) => {
    const warning = window.getByRole('alert')
    await expect(warning).toContainText('This is not the address you know.')
    await expect(warning).toContainText(friend)
    await expect(warning.locator('mark')).toHaveText([/^f{32}$/i, friend.slice(6, -4)])
    await expect(window.getByText('Look-alike').first()).toBeVisible()
    await expect(window.getByText('First time')).toBeHidden()
    await reject(window)
  })

  const permit = request(connected, 'eth_signTypedData_v4', [alice, permitOf(usdc, lookAlike)])
  await decided(wallet.context, permit, async (window) => {
    const warning = window.getByRole('alert')
    await expect(warning).toContainText('This is not the address you know.')
    await expect(warning).toContainText(friend)
    await window.getByRole('button', { name: 'Approve anyway' }).click()
    await expect(window.getByRole('button', { name: 'Approve a look-alike address' })).toBeVisible()
    await reject(window)
  })
})
