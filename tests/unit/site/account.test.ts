import { beforeEach, expect, test, vi } from 'vitest'
import { find } from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { methods } from '@/lib/site'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'
import { mail } from '../sign/typedDataSamples'
import { connectSite } from '../../harness/connectSite'
import { newId, openWallet } from './siteWallet'

const wallet = openWallet()

const call = { to: stranger }
const batch = { version: '2.0.0', chainId: '0x2105', atomicRequired: false, calls: [call] }

/** A good request of every method that names an account, for that account. */
const naming: Record<string, (account: string) => unknown> = {
  personal_sign: (account) => ['0x1234', account],
  eth_signTypedData_v4: (account) => [account, mail],
  eth_signTypedData_v3: (account) => [account, JSON.stringify(mail)],
  eth_sendTransaction: (from) => [{ from, ...call }],
  wallet_sendCalls: (from) => [{ ...batch, from }],
  wallet_getCapabilities: (account) => [account, ['0x2105']],
}

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

test('the methods that name an account are these, and the table knows it of each', () => {
  const known = Object.values(methods).filter((method) => 'account' in method)
  expect(known.map(({ name }) => name).sort()).toEqual(Object.keys(naming).sort())
})

test.each(Object.keys(naming))(
  '%s: only for an account that this site was granted',
  async (name) => {
    const params = naming[name] ?? (() => [])
    // An account that only another site has, in two cases of its letters, and two addresses of nobody.
    await connectSite('https://other.example', [bob])
    for (const account of [bob, bob.toLowerCase(), stranger, `0x${'0'.repeat(40)}`]) {
      const { error } = await wallet.send(name, params(account))
      expect(error, account).toMatchObject({ code: 4100 })
      expect(error?.message).not.toContain(alice)
    }
    expect(await journal.approvals.count()).toBe(0)
    // With a granted account each request is right, so only the account was wrong.
    const asking = Object.values(methods).filter((method) => 'decision' in method)
    const isAsked = asking.some((method) => method.name === name)
    if (!isAsked) expect((await wallet.send(name, params(alice))).error?.code).not.toBe(4100)
    else {
      const { id, answer } = await wallet.ask(name, params(alice))
      await wallet.reject(id)
      expect((await answer).error?.code).toBe(4001)
    }
  },
)

test('no other method tells of an account that the site was not granted, whatever it is given', async () => {
  const others = Object.keys(methods).filter((name) => !Object.hasOwn(naming, name))
  for (const name of others)
    for (const params of [[], [bob], [{ from: bob, address: bob }], { from: bob }]) {
      const id = newId()
      const sent = { isAnswered: false }
      const answer = wallet.send(name, params, { id }).finally(() => (sent.isAnswered = true))
      const isAsked = async () => (await find(id))?.state === 'pending'
      await vi.waitFor(async () => expect(sent.isAnswered || (await isAsked())).toBe(true), {
        interval: 2,
      })
      // A method that connects or moves the site asks the user, who refuses.
      if (!sent.isAnswered) await wallet.reject(id)
      expect(JSON.stringify(await answer).toLowerCase(), name).not.toContain(bob.toLowerCase())
    }
})
