import type { Page } from '@playwright/test'
import { encodeFunctionData, parseAbi } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { stranger } from '../../unit/accounts.ts'
import { approvalWindow, reject, yes } from '../support/walletPages.ts'
import { expect, test } from '../support/test.ts'
import { sendCalls } from '../support/site.ts'

/** Morpho's address on every chain. */
const morpho = '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb'

/** Code that only writes a slot, whatever is called. */
const onlyWrites = '0x600160005500'

const abi = parseAbi([
  'function setAuthorization(address authorized, bool newIsAuthorized)',
  'function unheardOf(address other)',
])

const succeeds = (window: Page) => expect(window.getByText(/^It succeeds, but/)).toBeVisible()

test('a right for somebody else is named at the first glance, and no screen calls it nothing', async ({
  chains,
  wallet,
  connected,
}) => {
  await rpc(chains.local.url, 'anvil_setCode', [morpho, onlyWrites])
  const data = encodeFunctionData({
    abi,
    functionName: 'setAuthorization',
    args: [stranger, true],
  })
  const answer = sendCalls(connected, { calls: [{ to: morpho, data }] })
  const window = await approvalWindow(wallet.context)
  await expect(window.getByRole('status')).toHaveText('Read the warning above')
  await expect(window.getByRole('list', { name: 'What others can take' })).toHaveText(
    new RegExp(`${stranger}.*can act for you at ${morpho.slice(0, 10)}….*${morpho.slice(-8)}`, 'i'),
  )
  await expect(window.getByText('Nothing leaves the account')).toBeHidden()
  await reject(window)
  await answer
})

test('a call that nobody can read, and that names somebody else, takes a second step', async ({
  chains,
  wallet,
  connected,
}) => {
  await rpc(chains.local.url, 'anvil_setCode', [morpho, onlyWrites])
  const data = encodeFunctionData({ abi, functionName: 'unheardOf', args: [stranger] })
  const answer = sendCalls(connected, { calls: [{ to: morpho, data }] })
  const window = await approvalWindow(wallet.context)
  await succeeds(window)
  await expect(window.getByText('It does something that Volley cannot read')).toBeVisible()
  await expect(window.getByText('Nothing leaves the account')).toBeHidden()
  await expect(yes(window)).toHaveText('Approve anyway')
  await reject(window)
  await answer
})
