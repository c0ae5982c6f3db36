import { expect } from '@playwright/test'
import { verifyMessage as ethersVerify, verifyTypedData as ethersVerifyTyped } from 'ethers'
import { verifyMessage, verifyTypedData } from 'viem'
import { development } from '../../chain/development.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { mail } from '../../unit/sign/typedDataSamples.ts'
import { ethersOn, viemOn } from '../support/clients.ts'
import type { ApprovalWindow, WalletBrowser } from '../support/screen.ts'
import { heard, listen, request, type Scripted } from '../support/site.ts'

const { EIP712Domain: _, ...types } = mail.types
const domain = { ...mail.domain, chainId: 31337 } as const
export const data = { types, primaryType: 'Mail', domain, message: mail.message } as const

const approve = (window: ApprovalWindow) => window.approve()

/** viem and ethers have a message and typed data signed, and both verify them. */
export const signAll = async (browser: WalletBrowser, site: Scripted) => {
  const viem = viemOn(site)
  const ethers = await ethersOn(site).getSigner(alice)
  const message = 'Grüße, world\nsecond line'

  const asked = viem.signMessage({ account: alice, message })
  const first = await browser.decided(asked, async (window) => {
    await window.sees('Grüße, world')
    await window.looksWell('message')
    await window.approve()
  })
  expect(await verifyMessage({ address: alice, message, signature: first })).toBe(true)
  expect(ethersVerify(message, first)).toBe(alice)
  expect(await browser.decided(ethers.signMessage(message), approve)).toBe(first)

  const askedTyped = viem.signTypedData({ account: alice, ...data })
  const typed = await browser.decided(askedTyped, async (window) => {
    const ends = `${stranger.slice(0, 10)}…${stranger.slice(-8)}`
    for (const text of ['Ether Mail', 'Local', ends, 'Cow', 'Hello, Bob!']) await window.sees(text)
    await window.looksWell('typed-data')
    await window.approve('Approve what cannot be read')
  })
  expect(await verifyTypedData({ address: alice, ...data, signature: typed })).toBe(true)
  expect(ethersVerifyTyped(domain, types, mail.message, typed)).toBe(alice)
  const again = ethers.signTypedData(domain, types, mail.message)
  expect(await browser.decided(again, approve)).toBe(typed)
}

/** A locked wallet asks for the password first, and a refusal is 4001. */
export const signWhileLocked = async (browser: WalletBrowser, site: Scripted) => {
  const message = 'hello'
  await listen(site)
  await browser.lock()
  await expect.poll(() => heard(site)).toEqual([['accountsChanged', []]])
  expect(await request(site, 'eth_accounts')).toEqual({ result: [] })
  const asked = viemOn(site).signMessage({ account: alice, message })
  const signature = await browser.decided(asked, async (window) => {
    await window.find('button', 'Unlock')
    await window.looksWell('unlock')
    await window.unlock('not the password')
    await window.sees('Wrong password')
    await window.unlock(development.password)
    await window.approve()
  })
  expect(await verifyMessage({ address: alice, message, signature })).toBe(true)
  const refused = viemOn(site)
    .signMessage({ account: alice, message })
    .catch((error: unknown) => error)
  expect(await browser.decided(refused, (window) => window.reject())).toMatchObject({
    name: 'UserRejectedRequestError',
    code: 4001,
  })
  await expect
    .poll(() => heard(site))
    .toEqual([
      ['accountsChanged', []],
      ['accountsChanged', [alice]],
    ])
}
