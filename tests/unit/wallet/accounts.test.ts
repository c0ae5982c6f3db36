import { beforeEach, describe, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { createRequestLog, type RequestNote } from '@/lib/sites/requestLog'
import { setting } from '@/lib/db/settings'
import { verbs } from '@/lib/wallet'
import { development } from '../../chain/development'
import { emptyDatabase } from '../database'
import { alice, bob, keys, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { fakes } from './fakeServices'

/** The keyring's answers as fakes: its own tests are elsewhere. */
const open = () => {
  const { all } = fakes()
  const keyring = {
    hasVault: vi.fn(() => Promise.resolve(false)),
    create: vi.fn(() => Promise.resolve()),
    unlock: vi.fn(() => Promise.resolve('open')),
    addKey: vi.fn(() => Promise.resolve(true)),
    addPath: vi.fn(() => Promise.resolve(true)),
    hasWords: vi.fn(() => Promise.resolve(true)),
  }
  return { keyring, services: { ...all, keyring: { ...all.keyring, ...keyring } } as typeof all }
}

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

describe('a wallet is set up', () => {
  const { phrase, password } = development

  test.each([
    [{ phrase: 'test test test' }, 'bad phrase'],
    [{ key: '0x12' }, 'bad key'],
    [{ key: `0x${'0'.repeat(64)}` }, 'bad key'],
    [{ address: alice.replace('f', 'F') }, 'bad address'],
  ] as const)('from nothing that is wrong: %j', async (from, answer) => {
    const { keyring, services } = open()
    expect(await verbs.setUp({ password, from }, services)).toBe(answer)
    expect(keyring.create).not.toHaveBeenCalled()
  })

  test('with a phrase that is not written down yet, and says so', async () => {
    const { keyring, services } = open()
    expect(await verbs.setUp({ password, from: 'new' }, services)).toBe('done')
    expect(await setting('isPhraseUnchecked')).toBe(true)
    const [[origin]] = keyring.create.mock.calls as unknown as [[{ phrase: string }]]
    expect((await verbs.judgePhrase(origin, services)).isPhrase).toBe(true)
    expect(await verbs.confirmPhrase({ words: [] }, services)).toBe('done')
    expect(await setting('isPhraseUnchecked')).toBe(false)
  })

  test('once: a repeat finds the vault', async () => {
    const { keyring, services } = open()
    keyring.hasVault.mockResolvedValue(true)
    expect(await verbs.setUp({ password, from: { phrase } }, services)).toBe('done')
    keyring.unlock.mockResolvedValue('wrong password')
    expect(await verbs.setUp({ password, from: { phrase } }, services)).toBe('exists')
    expect(keyring.create).not.toHaveBeenCalled()
  })
})

test('the words that are in no list are named by their places', async () => {
  const judged = await verbs.judgePhrase({ phrase: 'test tesst junk  jumk' }, open().services)
  expect(judged).toEqual({ unknown: [1, 3], isPhrase: false })
})

test('six words are offered, others each time', async () => {
  const { services } = open()
  const [one, other] = await Promise.all([
    verbs.suggestPassphrase(null, services),
    verbs.suggestPassphrase(null, services),
  ])
  expect(one.split(' ')).toHaveLength(6)
  expect(one).not.toBe(other)
})

describe('accounts', () => {
  test('that are there are not added again', async () => {
    const { keyring, services } = open()
    expect(await verbs.addAccount({ path: 1 }, services)).toBe('done')
    expect(keyring.addPath).not.toHaveBeenCalled()
    expect(await verbs.addAccount({ path: 2 }, services)).toBe('done')
    expect(keyring.addPath).toHaveBeenCalledExactlyOnceWith(2)
    expect(await verbs.importKey({ key: keys[alice] ?? '' }, services)).toBe('known')
    expect(await verbs.watchAddress({ address: bob }, services)).toBe('known')
  })

  test('that are watched are granted to no site', async () => {
    const { services } = open()
    expect(await verbs.watchAddress({ address: ` ${stranger} ` }, services)).toBe('done')
    await expect(connectSite('https://a.example', [stranger])).rejects.toThrow('does not have')
  })

  test('have names without marks that hide or turn text', async () => {
    const { services } = open()
    const name = (text: string) => verbs.renameAccount({ address: alice, name: text }, services)
    expect(await name('Pay\u202eroll\u200b ')).toBe('done')
    expect((await journal.accounts.get(alice))?.name).toBe('Payroll')
    for (const bad of ['', ' ', '\u200b', 'x'.repeat(33)]) expect(await name(bad)).toBe('bad name')
  })

  test('are hidden but for the last, and home turns to one that is shown', async () => {
    const { services } = open()
    const hide = (address: typeof alice, isHidden = true) =>
      verbs.hideAccount({ address, isHidden }, services)
    await verbs.choose({ activeAccount: bob }, services)
    expect(await hide(bob)).toBe('done')
    expect(await setting('activeAccount')).toBeUndefined()
    await expect(verbs.choose({ activeAccount: bob }, services)).rejects.toThrow('no such account')
    expect(await hide(alice)).toBe('last')
    expect(await hide(bob, false)).toBe('done')
    expect(await hide(alice)).toBe('done')
  })
})

test('the log of requests holds neither params nor more than two hundred, and nothing while off', async () => {
  let kept: RequestNote[] = []
  let isOn = false
  const log = createRequestLog({
    isOn: () => Promise.resolve(isOn),
    read: () => Promise.resolve(kept),
    write: (notes) => Promise.resolve(void (kept = notes)),
    now: () => 5,
  })
  const request = { origin: 'https://a.example', method: 'eth_sign', wire: '["secret"]' }
  const failing = () => Promise.resolve('{"error":{"code":4200,"message":"no"}}')
  await log.noting(request, failing)
  expect(await log.read()).toEqual([])
  isOn = true
  await log.noting(request, failing)
  expect(await log.read()).toEqual([
    { origin: 'https://a.example', method: 'eth_sign', code: 4200, ms: 0, at: 5 },
  ])
  for (let i = 0; i < 250; i++) await log.noting(request, () => Promise.resolve('{"result":1}'))
  expect(await log.read()).toHaveLength(200)
})
