import { recoverMessageAddress, type Address, type Hex } from 'viem'
import { listed } from '../../chain/delegates.ts'
import { rpc } from '../../chain/rpc.ts'
import { stranger } from '../../unit/accounts.ts'
import { codeOf, nonceOf, readyForDevice, weiOf } from '../support/chainState.ts'
import { openDeviceSite, signerOfMail, addFirstLedger, plugLedger } from '../support/devices.ts'
import { idOf, request, resultOf, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { approvalWindow, approve, approveInOrder, closed, decided } from '../support/walletPages.ts'

const delegation = `0xef0100${listed.simple.slice(2).toLowerCase()}`

test('an account in a Ledger signs all that a site asks for: one batch as one, one in order, a message, typed data', async ({
  chains,
  dapp,
  wallet,
}) => {
  const { url } = chains.local
  const ledger = await plugLedger(wallet.context)
  const page = await wallet.popup('popup.html#ledger')
  const own = await addFirstLedger(page)
  await readyForDevice(url, own)

  const site = await openDeviceSite(wallet, dapp.url, 'Ledger')

  // As one: the upgrade and the calls, in one transaction, after two confirmations.
  const shown: string[] = []
  ledger.device.decide = ({ shows }) => {
    shown.push(shows)
    return true
  }
  const nonce = await nonceOf(url, own)
  const opened = ledger.opened()
  const first = await decided(wallet.context, sendCalls(site, { from: own }), async (window) => {
    await expect(window.getByText('Your Ledger will ask you 2 times.')).toBeVisible()
    await approve(window)
  })
  const done = await settled(site, await idOf(first))
  expect(done).toMatchObject({ status: 200, atomic: true })
  expect(shown).toEqual(['authorization', 'transaction'])
  // From one confirmation to the next nobody else gets the device.
  expect(ledger.opened()).toBe(opened + 1)
  const [receipt] = done.receipts ?? []
  const sent = await rpc(url, 'eth_getTransactionByHash', [receipt?.transactionHash])
  expect(sent).toMatchObject({ type: '0x4', from: own.toLowerCase(), to: own.toLowerCase() })
  expect(await codeOf(url, own)).toBe(delegation)
  expect(await nonceOf(url, own)).toBe(nonce + 2)
  expect(await weiOf(url, stranger)).toBe(3n)

  // A message, shown with its digest before it is signed.
  const message: Hex = '0x68656c6c6f'
  const signed = await decided(
    wallet.context,
    request(site, 'personal_sign', [message, own]),
    approve,
  )
  const signature = await resultOf<Hex>(signed)
  expect(await recoverMessageAddress({ message: { raw: message }, signature })).toBe(own)

  expect(await signerOfMail(wallet, site, own, approve)).toBe(own)
  expect(shown.slice(2)).toEqual(['message', 'typed data'])
})

test('what a Ledger refuses waits with its reason, goes on where it stood, or is the answer', async ({
  chains,
  dapp,
  wallet,
}) => {
  const { url } = chains.local
  const ledger = await plugLedger(wallet.context)
  const page = await wallet.popup('popup.html#ledger')
  const own: Address = await addFirstLedger(page)
  await readyForDevice(url, own)
  const site = await openDeviceSite(wallet, dapp.url, 'Ledger')
  ledger.device.isLocked = true
  const answer = sendCalls(site, { from: own, atomicRequired: false })
  const window = await approvalWindow(wallet.context)
  await approveInOrder(window)
  await expect(window.getByRole('heading', { name: 'Confirm on your Ledger' })).toBeVisible()
  await expect(window.getByText('Confirmation 1 of 2')).toBeVisible()
  const again = window.getByRole('button', { name: 'Try again', exact: true })
  await expect(window.getByRole('alert')).toHaveText(
    'Your Ledger is locked. Unlock it, then try again.',
  )
  ledger.device.isLocked = false
  ledger.device.running = 'Bitcoin'
  await again.click()
  await expect(window.getByRole('alert')).toHaveText(
    'The Ethereum app is not open on your Ledger. Open it, then try again.',
  )
  ledger.device.running = 'Ethereum'
  expect(await nonceOf(url, own)).toBe(0)
  // Rejecting the first would end the batch; here what is signed stands, and the second may be asked for again.
  let asked = 0
  ledger.device.decide = () => ++asked !== 2
  await again.click()
  await expect(window.getByText('Confirmation 2 of 2')).toBeVisible()
  await expect(window.getByRole('alert')).toContainText('It was rejected on your Ledger.')
  await again.click()
  await closed(window)
  const status = await settled(site, await idOf(answer))
  expect(status).toMatchObject({ status: 200, atomic: false })
  expect(status.receipts).toHaveLength(2)
  expect(await weiOf(url, stranger)).toBe(3n)
  expect(await codeOf(url, own)).toBe('0x')

  // Where nothing is signed, a rejection on the device is the answer.
  ledger.device.decide = () => false
  const call = { from: own, to: stranger, value: '0x1' }
  const rejected = { error: { code: 4001 } }
  const sending = request(site, 'eth_sendTransaction', [call])
  expect(await decided(wallet.context, sending)).toMatchObject(rejected)
  const signing = request(site, 'personal_sign', ['0x68656c6c6f', own])
  expect(await decided(wallet.context, signing)).toMatchObject(rejected)
  expect(await nonceOf(url, own)).toBe(2)
})
