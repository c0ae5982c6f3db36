import { verifyMessage, verifyTypedData } from 'viem'
import { development } from '../../chain/development.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { mail } from '../../unit/sign/typedDataSamples.ts'
import { viemOn } from '../support/clients.ts'
import { request, heard, listen } from '../support/site.ts'
import { looksWell } from '../support/firefox/axe.ts'
import {
  openWallet,
  scripted,
  approve,
  approveAnyway,
  decided,
  lock,
  onboard,
  openConnected,
  reject,
  unlock,
} from '../support/firefox/wallet.ts'
import { sees, until } from '../support/firefox/screen.ts'
import { expect, test } from '../support/firefox/test.ts'

const { EIP712Domain: _, ...types } = mail.types
const domain = { ...mail.domain, chainId: 31337 } as const
const data = { types, primaryType: 'Mail', domain, message: mail.message } as const

test('messages and typed data are signed, and a locked wallet asks for the password first @long', async ({
  firefox,
  dapp,
}) => {
  const home = await openWallet(firefox)
  await onboard(home)
  await home.close()
  const site = scripted(await openConnected(firefox, dapp.url))
  const viem = viemOn(site)
  const message = 'Grüße, world\nsecond line'

  await test.step('a message, whose signature viem verifies', async () => {
    const asked = viem.signMessage({ account: alice, message })
    const signature = await decided(firefox, asked, async (window) => {
      await sees(window, 'Grüße, world')
      await looksWell(firefox, window, 'message')
      await approve(window)
    })
    expect(await verifyMessage({ address: alice, message, signature })).toBe(true)
  })

  await test.step('typed data, shown field by field', async () => {
    const asked = viem.signTypedData({ account: alice, ...data })
    const signature = await decided(firefox, asked, async (window) => {
      for (const text of ['Ether Mail', 'Local', stranger, 'Cow', 'Hello, Bob!'])
        await sees(window, text)
      await looksWell(firefox, window, 'typed-data')
      await approveAnyway(window, 'Approve unread')
    })
    expect(await verifyTypedData({ address: alice, ...data, signature })).toBe(true)
  })

  await test.step('a site is told that the wallet is locked, and open again', async () => {
    await listen(site)
    await lock(firefox)
    await until('accountsChanged', async () => (await heard(site)).length === 1)
    expect(await request(site, 'eth_accounts')).toEqual({ result: [] })
    const asked = viem.signMessage({ account: alice, message })
    const signature = await decided(firefox, asked, async (window) => {
      await looksWell(firefox, window, 'unlock')
      await unlock(window, 'not the password')
      await sees(window, 'This is not the password')
      await unlock(window, development.password)
      await approve(window)
    })
    expect(await verifyMessage({ address: alice, message, signature })).toBe(true)
    expect(await heard(site)).toEqual([
      ['accountsChanged', []],
      ['accountsChanged', [alice]],
    ])
  })

  await test.step('a refusal is 4001', async () => {
    const asked = request(site, 'personal_sign', ['0xff', alice])
    expect(await decided(firefox, asked, reject)).toMatchObject({ error: { code: 4001 } })
  })
})
