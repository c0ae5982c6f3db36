import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import {
  encodeFunctionData,
  erc20Abi,
  numberToHex,
  parseEther,
  parseUnits,
  type Address,
} from 'viem'
import {
  approvalStates,
  orderOf,
  showStates,
  simulated,
  type ApprovalState,
} from '../e2e/support/approvalStates.ts'
import type { Wallet } from '../e2e/support/chromium.ts'
import { request, sendCalls } from '../e2e/support/site.ts'
import { test } from '../e2e/support/test.ts'
import { openConnected, yes } from '../e2e/support/walletPages.ts'
import { alice, stranger } from '../unit/accounts.ts'
import { dataOf, permitOf } from '../unit/sign/typedDataSamples.ts'
import { gallery } from './pictures.ts'

const folder = join(gallery, 'trial')

/** A friend, whom the user knows by name, and somebody whose address looks like hers. */
const maria: Address = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
const lookAlike: Address = '0xab58ffffffffffffffffffffffffffffffffec9b'

const document = {
  contentType: 'text/html;charset=utf-8',
  body: '<!doctype html><html lang="en"><title>A site</title><h1>A site</h1></html>',
}

/** Connects a page at a host that nothing on the network serves. */
const openAt = async (wallet: Wallet, url: string): Promise<Page> => {
  await wallet.context.route(`${url}**`, (route) => route.fulfill(document))
  return openConnected(wallet, url, 'Local')
}

const addContact = async (wallet: Wallet, name: string, address: Address) => {
  const page = await wallet.popup('popup.html#contacts')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(address)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(address).first().waitFor()
  await page.close()
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

/** A transfer by signature (ERC-3009) of Alice's tokens. */
const transferOf = (token: Address, to: Address, value: bigint) =>
  dataOf(
    'TransferWithAuthorization',
    {
      from: 'address',
      to: 'address',
      value: 'uint256',
      validAfter: 'uint256',
      validBefore: 'uint256',
      nonce: 'bytes32',
    },
    {
      from: alice,
      to,
      value: String(value),
      validAfter: 0,
      validBefore: inAnHour(),
      nonce: `0x${'7'.repeat(64)}`,
    },
    { name: 'A token', version: '1', chainId: 31337, verifyingContract: token },
  )

const transfer = (token: Address, to: Address, amount: bigint) => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})

/** Names of the states, ten of them honest and ten hostile, in the order of their pictures. */
const order = [
  'swap',
  'nearly all by signature',
  'payment to a contact',
  'sign-in elsewhere',
  'limit',
  'everything to a stranger',
  'right',
  'order',
  'small payment by signature',
  'false token',
  'message',
  'witness',
  'permit',
  'unlimited permit',
  'payment to a look-alike',
  'sign-in',
  'order for somebody else',
  'taken back',
  'token',
  'hidden allowance',
]

/** Pictures for a trial with readers: which of these would you approve, and what does each do? */
test('twenty requests', async ({ chains, wallet, dapp }) => {
  await mkdir(folder, { recursive: true })
  await addContact(wallet, 'Maria', maria)
  const site = await openAt(wallet, 'https://trade.example/')
  const other = await wallet.context.newPage()
  await other.goto(dapp.other)
  const { url, contracts } = chains.local
  const { usdc, dai } = contracts
  const sign = (data: object) => request(site, 'eth_signTypedData_v4', [alice, data])
  const send = (calls: object[]) => sendCalls(site, { calls })
  const own: ApprovalState[] = [
    {
      name: 'payment to a contact',
      ask: () => send([{ to: maria, value: numberToHex(parseEther('0.1')) }]),
      shown: simulated,
    },
    {
      name: 'payment to a look-alike',
      ask: () => send([transfer(usdc, lookAlike, parseUnits('150', 6))]),
      shown: simulated,
    },
    {
      name: 'nearly all by signature',
      ask: () => sign(transferOf(usdc, stranger, parseUnits('8000', 6))),
      shown: '8,000 lUSDC',
    },
    {
      name: 'small payment by signature',
      ask: () => sign(transferOf(usdc, stranger, parseUnits('2', 6))),
      shown: '2 lUSDC',
    },
    {
      name: 'everything to a stranger',
      ask: () =>
        send([
          { to: stranger, value: numberToHex(parseEther('9990')) },
          transfer(usdc, stranger, parseUnits('10000', 6)),
          transfer(dai, stranger, parseUnits('10000', 18)),
        ]),
      shown: simulated,
    },
    {
      name: 'permit',
      ask: () => sign(permitOf(usdc)),
      shown: '5 lUSDC',
    },
    {
      name: 'order',
      ask: () => sign(orderOf(usdc, dai, parseUnits('100', 18), alice)),
      shown: '100 lUSDC',
    },
  ]
  const usual = await approvalStates({ url, contracts, site, other })
  const states = order.map((name) => {
    const state = [...own, ...usual].find((one) => one.name === name)
    if (!state) throw new Error(`no approval is called ${name}`)
    return state
  })
  await showStates(wallet, states, async (window, { name }) => {
    await expect(window.locator('[class*="skeleton"]')).toHaveCount(0)
    await window.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    // A button that is still grey would tell who looks at it to wait.
    if (name !== 'sign-in elsewhere') await expect(yes(window)).toBeEnabled()
    const number = String(order.indexOf(name) + 1).padStart(2, '0')
    await window.screenshot({ path: join(folder, `${number}.png`) })
  })
})
