import type { Page } from '@playwright/test'
import { hashTypedData, recoverAddress, type Address, type Hex } from 'viem'
import type { Wallet } from './chromium.ts'
import { request, resultOf } from './site.ts'
import { approve, chooseNetwork, decided } from './walletPages.ts'

/** Opens a page of the site and connects it, on Local, with the account in a device alone, which has this mark. */
export const openDeviceSite = async (
  { context }: Pick<Wallet, 'context'>,
  url: string,
  mark: 'Ledger' | 'QR device',
): Promise<Page> => {
  const site = await context.newPage()
  await site.goto(url)
  await decided(context, request(site, 'eth_requestAccounts'), async (window) => {
    await window.getByRole('checkbox', { name: /Account 1/ }).uncheck()
    await window.getByRole('checkbox', { name: new RegExp(`· ${mark}`) }).check()
    await chooseNetwork(window, 'Local')
    await approve(window)
  })
  return site
}

const domain = { name: 'Mail', chainId: 31337 }
const Mail = [{ name: 'text', type: 'string' }]
const mail = { domain, types: { Mail }, primaryType: 'Mail' as const, message: { text: 'hello' } }

const fields = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]

/** Has a site ask an account for typed data; returns whose signature the site gets. */
export const signerOfMail = async (
  { context }: Pick<Wallet, 'context'>,
  site: Page,
  own: Address,
  decide: (window: Page) => Promise<unknown>,
): Promise<Address> => {
  const asked = { ...mail, types: { EIP712Domain: fields, Mail } }
  const typed = await decided(
    context,
    request(site, 'eth_signTypedData_v4', [own, JSON.stringify(asked)]),
    decide,
  )
  return recoverAddress({ hash: hashTypedData(mail), signature: await resultOf<Hex>(typed) })
}
