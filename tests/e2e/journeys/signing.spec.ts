import { verifyMessage as ethersVerify, verifyTypedData as ethersVerifyTyped } from 'ethers'
import { verifyMessage, verifyTypedData } from 'viem'
import { development } from '../../chain/development.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { localMail as data, mail } from '../../unit/sign/typedDataSamples.ts'
import { ethersOn, viemOn } from '../support/clients.ts'
import { expect, test } from '../support/journey.ts'
import type { ApprovalWindow } from '../support/screen.ts'
import { heard, listen, request } from '../support/site.ts'

const { types, domain } = data

const approve = (window: ApprovalWindow) => window.approve()

test('viem and ethers sign messages and typed data, and both verify them @chromium', async ({
  walletBrowser,
  site,
}) => {
  const viem = viemOn(site)
  const ethers = await ethersOn(site).getSigner(alice)
  const message = 'Grüße, world\nsecond line'

  const asked = viem.signMessage({ account: alice, message })
  const first = await walletBrowser.decided(asked, async (window) => {
    await window.sees('Grüße, world')
    await window.looksWell('message')
    await window.approve()
  })
  expect(await verifyMessage({ address: alice, message, signature: first })).toBe(true)
  expect(ethersVerify(message, first)).toBe(alice)
  expect(await walletBrowser.decided(ethers.signMessage(message), approve)).toBe(first)

  const askedTyped = viem.signTypedData({ account: alice, ...data })
  const typed = await walletBrowser.decided(askedTyped, async (window) => {
    const ends = `${stranger.slice(0, 10)}…${stranger.slice(-8)}`
    for (const text of ['Ether Mail', 'Local', ends, 'Cow', 'Hello, Bob!']) await window.sees(text)
    await window.looksWell('typed-data')
    await window.approve('Approve what cannot be read')
  })
  expect(await verifyTypedData({ address: alice, ...data, signature: typed })).toBe(true)
  expect(ethersVerifyTyped(domain, types, mail.message, typed)).toBe(alice)
  const again = ethers.signTypedData(domain, types, mail.message)
  expect(await walletBrowser.decided(again, approve)).toBe(typed)
})

test('a locked wallet asks for the password first, and a refusal is 4001 @chromium', async ({
  walletBrowser,
  site,
}) => {
  const message = 'hello'
  await listen(site)
  await walletBrowser.lock()
  await expect.poll(() => heard(site)).toEqual([['accountsChanged', []]])
  expect(await request(site, 'eth_accounts')).toEqual({ result: [] })
  const asked = viemOn(site).signMessage({ account: alice, message })
  const signature = await walletBrowser.decided(asked, async (window) => {
    await window.find('button', 'Unlock')
    await window.sees('asks you to sign a message')
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
  expect(await walletBrowser.decided(refused, (window) => window.reject())).toMatchObject({
    name: 'UserRejectedRequestError',
    code: 4001,
  })
  await expect
    .poll(() => heard(site))
    .toEqual([
      ['accountsChanged', []],
      ['accountsChanged', [alice]],
    ])
})
