import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { NotOpened } from '@/lib/keyring/keyring'
import { verbs, type Verbs } from '@/lib/wallet'
import { accountVerbs } from '@/lib/wallet/accountVerbs'
import { allowanceVerbs } from '@/lib/wallet/allowanceVerbs'
import { approvalVerbs } from '@/lib/wallet/approvalVerbs'
import { assetVerbs } from '@/lib/wallet/assetVerbs'
import { batchVerbs } from '@/lib/wallet/batchVerbs'
import { deviceVerbs } from '@/lib/wallet/deviceVerbs'
import { networkVerbs } from '@/lib/wallet/networkVerbs'
import { paymentVerbs } from '@/lib/wallet/paymentVerbs'
import type { WalletServices } from '@/lib/wallet/services'
import { settingVerbs } from '@/lib/wallet/settingVerbs'
import { siteVerbs } from '@/lib/wallet/siteVerbs'
import { vaultVerbs } from '@/lib/wallet/vaultVerbs'
import { alice, bob } from '../accounts'

/** Services that fail the test as soon as a verb takes one of them. */
const untouched = new Proxy({} as WalletServices, {
  get: (_, name) => {
    throw new Error(`${String(name)} was used`)
  },
})

const chainId = 8453
const asset = { type: 'ERC20', options: { address: alice }, chainId, account: bob } as const
const payment = { id: 'a', from: alice, to: bob, chainId, asset: {}, amount: '0x1' } as const

const price = { fees: { gasPrice: '0x1' }, ceiling: '0x1' } as const

/** Params that each verb runs with, and others, each wrong in one place. */
const table: { [Name in keyof Verbs]: { right: Verbs[Name]['takes']; wrong: unknown[] } } = {
  setUp: {
    right: { password: 'p', from: 'new' },
    wrong: [
      { from: 'new' },
      { password: 'p', from: 'old' },
      { password: 'p', from: { phrase: 1 } },
    ],
  },
  judgePhrase: { right: { phrase: '' }, wrong: [{ phrase: null }] },
  suggestPassphrase: { right: null, wrong: [{}, 6] },
  unlock: { right: { password: 'p' }, wrong: [{ password: 1 }, { password: ['p'] }] },
  unlockByPasskey: { right: { secret: 'AA==' }, wrong: [{}, { secret: 1 }] },
  addPasskey: {
    right: { password: 'p', passkey: { id: 'AA==', salt: 'AA==', secret: 'AA==' } },
    wrong: [{ password: 'p' }, { password: 'p', passkey: { id: 'AA==', salt: 'AA==' } }],
  },
  removePasskey: { right: null, wrong: [{}] },
  lock: { right: null, wrong: [{}, 'now'] },
  touch: { right: null, wrong: [{}, 0] },
  addAccount: { right: { path: 0 }, wrong: [{ path: -1 }, { path: 0.5 }, { path: 2 ** 31 }] },
  importKey: { right: { key: '0x' }, wrong: [{ key: 1 }, { key: null }] },
  addPhrase: { right: { phrase: null }, wrong: [{}, { phrase: 12 }] },
  removeAccount: {
    right: { address: alice, password: null },
    wrong: [{ address: alice }, { address: 'alice', password: null }],
  },
  watchAddress: { right: { address: alice }, wrong: [{ address: null }] },
  renameAccount: {
    right: { address: alice, name: 'A' },
    wrong: [
      { address: alice, name: 1 },
      { address: '0x1', name: 'A' },
    ],
  },
  addDeviceAccount: {
    right: { address: alice, path: "m/44'/60'/0'/0/0" },
    wrong: [
      { address: alice },
      { address: alice, path: '44/60' },
      { address: 'alice', path: 'm/1' },
      { address: alice, path: 'm/1/1/1/1/1/1/1/1/1/1/1' },
    ],
  },
  deriveAddresses: {
    right: { publicKey: '0x02', chainCode: null, steps: ['', '0/1'] },
    wrong: [
      { publicKey: '0x02', chainCode: null, steps: ["0'/1"] },
      { publicKey: '0x02', chainCode: null, steps: Array.from({ length: 11 }, () => '0') },
      { publicKey: '02', chainCode: null, steps: [] },
      { publicKey: '0x02', steps: [] },
    ],
  },
  addQrAccount: {
    right: {
      publicKey: '0x02',
      chainCode: '0x03',
      path: "m/44'/60'/0'",
      steps: '0/1',
      fingerprint: 1,
    },
    wrong: [
      { publicKey: '0x02', chainCode: null, path: 'm/1', steps: '' },
      { publicKey: '0x02', chainCode: null, path: 'm/1', steps: '', fingerprint: 0 },
      { publicKey: '0x02', chainCode: null, path: 'm/1', steps: '', fingerprint: 2 ** 32 },
      { publicKey: '0x02', chainCode: null, path: '1', steps: '', fingerprint: 1 },
      { publicKey: '0x02', chainCode: null, path: 'm/1', steps: '*', fingerprint: 1 },
    ],
  },
  readCoin: {
    right: { chainId, addresses: [alice, bob] },
    wrong: [
      { addresses: [alice] },
      { chainId, addresses: ['alice'] },
      { chainId, addresses: Array.from({ length: 11 }, () => alice) },
    ],
  },
  refuseSigning: { right: { id: 'a 1' }, wrong: [{}, { id: 1 }] },
  answerSigning: {
    right: { id: 'a 1', part: 'transaction', signature: '0x' },
    wrong: [
      { id: 'a 1', part: 'message', signature: '0x' },
      { id: 1, part: 'transaction', signature: '0x' },
      { id: 'a 1', part: 'transaction', signature: '1' },
    ],
  },
  hideAccount: {
    right: { address: alice, isHidden: true },
    wrong: [{ address: alice, isHidden: 1 }, { isHidden: true }],
  },
  reveal: {
    right: { password: 'p', of: 'phrase' },
    wrong: [{ password: 'p', of: 'key' }, { of: 'phrase' }, { password: null, of: alice }],
  },
  confirmPhrase: {
    right: { words: [{ at: 0, word: 'a' }] },
    wrong: [{ words: 'a' }, { words: [{ at: '0', word: 'a' }] }, { words: ['a'] }],
  },
  changePassword: {
    right: { old: 'p', next: 'q' },
    wrong: [
      { old: 'p', next: '' },
      { old: 'p', next: null },
    ],
  },
  choose: {
    right: { autoLock: 15 },
    wrong: [
      {},
      { autoLock: 7 },
      { isDeveloper: 'yes' },
      { activeAccount: 'alice' },
      { ended: 1 },
      { notices: { done: 'd', failed: 'f', refused: { fee: 'x' } } },
    ],
  },
  readTab: { right: { tab: 1 }, wrong: [{}, { tab: '1' }, { tab: null }] },
  readRequests: { right: null, wrong: [{}] },
  erase: {
    right: { isForgotten: true },
    wrong: [{}, { isForgotten: false }, { isForgotten: 1 }, { password: null }],
  },
  quote: {
    right: { id: 'a', lock: { tolerance: 30, keeps: true } },
    wrong: [
      {},
      { id: 1 },
      { id: 'a', lock: { tolerance: 4 } },
      { id: 'a', lock: { isOff: false } },
      { id: 'a', mode: 'fast' },
      { id: 'a', edits: [{ index: 0 }] },
      { id: 'a', edits: { index: 0, amount: '0x1' } },
    ],
  },
  begunQuote: { right: { id: 'a' }, wrong: [{}, { id: 1 }, { id: 'a', mode: 'fast' }] },
  exact: {
    right: { id: 'a', mode: 'one', index: 0 },
    wrong: [
      { id: 'a', mode: 'one', index: '0' },
      { id: 'a', index: 0 },
    ],
  },
  checkSignature: { right: { id: 'a' }, wrong: [{ id: ['a'] }] },
  checkNetwork: { right: { id: 'a' }, wrong: [{ id: 1 }] },
  checkAsset: {
    right: asset,
    wrong: [{ id: 1 }, { ...asset, type: 'ERC777' }, { ...asset, options: {} }],
  },
  listAsset: {
    right: asset,
    wrong: [
      { id: 'a' },
      { ...asset, account: 'bob' },
      { ...asset, options: { address: alice, tokenId: '0x1' } },
    ],
  },
  hideAsset: {
    right: { chainId, asset: { standard: 'ERC20', address: alice }, isHidden: true },
    wrong: [
      { chainId, asset: { standard: 'ERC20' }, isHidden: true },
      { chainId, asset: { address: alice }, isHidden: true },
      { chainId: '8453', asset: { standard: 'ERC20', address: alice }, isHidden: true },
    ],
  },
  readTokens: {
    right: { chainId, addresses: [alice] },
    wrong: [
      { chainId, addresses: alice },
      { chainId, addresses: ['alice'] },
    ],
  },
  approve: {
    right: { id: 'a', decision: {}, panelOf: 1 },
    wrong: [{ decision: {} }, { id: 1, decision: {} }, { id: 'a', decision: {}, panelOf: '1' }],
  },
  reject: { right: { id: 'a', upgrade: false }, wrong: [{ id: 'a' }, { id: 'a', upgrade: 0 }] },
  priceReplacement: {
    right: { key: 'a', by: 'same' },
    wrong: [{ key: 'a' }, { key: 'a', by: 'other' }, { by: 'cancel' }],
  },
  cancel: {
    right: { key: 'a', price },
    wrong: [{ key: null }, { key: 'a', price: null }, { key: 'a', price: { ceiling: '0x1' } }],
  },
  revertsOf: { right: { key: 'a' }, wrong: [{ key: null }, {}] },
  payInstead: { right: { key: 'a' }, wrong: [{ key: 1 }, {}] },
  wouldHave: {
    right: { key: 'a', token: alice },
    wrong: [{ key: 'a' }, { key: 'a', token: '0x1' }],
  },
  fillGap: {
    right: { key: 'a', price },
    wrong: [{ key: 'a' }, { key: null, price }, { key: 'a', price: { ...price, fees: {} } }],
  },
  giveUp: { right: { key: 'a' }, wrong: [{ key: null }] },
  speedUp: {
    right: { key: 'a', hash: '0x12', price },
    wrong: [
      { key: 'a', hash: '0x12' },
      { key: 'a', hash: 'latest', price },
      { key: 'a', hash: '0x12', price: { ...price, ceiling: 1 } },
      { key: 'a', hash: '0x12', price: { ...price, fees: {} } },
      { key: 'a', hash: '0x12', price: { ...price, seen: 'the outcome' } },
    ],
  },
  clear: { right: { at: 1 }, wrong: [{ key: 'a' }, { key: null, at: 1 }, { at: 'now' }] },
  unclear: { right: { at: 1 }, wrong: [{ at: null }] },
  disconnect: { right: {}, wrong: [{ origin: null }, { origin: ['https://a.example'] }] },
  changeSite: {
    right: { origin: 'https://a.example', accounts: [alice], chainId },
    wrong: [
      { origin: 'https://a.example', accounts: alice, chainId },
      { origin: 'https://a.example', accounts: [null], chainId },
      { origin: 'https://a.example', accounts: [alice], chainId: '0x1' },
    ],
  },
  findChain: { right: { url: '' }, wrong: [{ url: null }] },
  addNetwork: {
    right: { chainId, url: 'https://a.example', name: 'A', symbol: 'A' },
    wrong: [
      { chainId, url: 'http://a.example', name: 'A', symbol: 'A' },
      { chainId, url: 'https://a.example', name: '', symbol: 'A' },
      { chainId, url: 'https://a.example', name: 'A', symbol: 'A B' },
      { chainId: 0.5, url: 'https://a.example', name: 'A', symbol: 'A' },
    ],
  },
  editNetwork: {
    right: { chainId, edit: { raise: 1 } },
    wrong: [
      { chainId, edit: {} },
      { chainId, edit: { add: 1 } },
      { chainId, edit: { remove: -1 } },
      { chainId, edit: { raise: '1' } },
      { chainId, edit: { isHidden: null } },
    ],
  },
  removeNetwork: { right: { chainId }, wrong: [{ chainId: '8453' }] },
  readPulses: { right: { chainId }, wrong: [{ chainId: null }] },
  probeNetwork: { right: { chainId }, wrong: [{ chainId: 1.5 }] },
  setPaymaster: { right: { chainId, url: null }, wrong: [{ chainId }, { chainId, url: 1 }] },
  setBundler: { right: { chainId, url: null }, wrong: [{ chainId }, { chainId, url: 1 }] },
  setSendRpc: { right: { chainId, url: null }, wrong: [{ chainId }, { chainId, url: 1 }] },
  setSecondRpc: { right: { chainId, url: null }, wrong: [{ chainId }, { chainId, url: 1 }] },
  rehearse: {
    right: { chainId, calls: [{ from: alice, to: bob, data: '0x' }], reads: [] },
    wrong: [
      { chainId, calls: [{ from: alice, to: bob }], reads: [] },
      { chainId, calls: [], reads: [{ to: 'bob', data: '0x' }] },
      { chainId, calls: [] },
    ],
  },
  readHoldings: { right: { chainId, account: alice }, wrong: [{ chainId, account: null }] },
  readHead: { right: { chainId }, wrong: [{}, { chainId: '0x1' }] },
  readLogs: {
    right: { chainId, from: 0, to: 1, topics: ['0x', null, ['0x']] },
    wrong: [
      { chainId, from: 0, to: 'latest', topics: [] },
      { chainId, from: 0, to: 1, topics: [[null]] },
    ],
  },
  readContracts: {
    right: { chainId, reads: [{ to: alice, data: '0x' }], at: 'latest' },
    wrong: [
      { chainId, reads: [{ to: null, data: '0x' }], at: 'latest' },
      { chainId, reads: [], at: 'finalized' },
      { chainId, reads: [], at: '0x1' },
    ],
  },
  readBalances: {
    right: { chainId, account: alice, addresses: [bob] },
    wrong: [{ chainId, account: alice }],
  },
  keepAllowances: {
    right: { key: 'incoming:1', found: null },
    wrong: [{ key: 'token:1', found: null }],
  },
  takeBack: {
    right: { id: 'a', from: alice, chainId, calls: [{ to: bob, data: '0x' }] },
    wrong: [
      { id: 'a', from: alice, chainId, calls: [{ to: null, data: '0x' }] },
      { id: 'a', from: 'alice', chainId, calls: [] },
    ],
  },
  readDelegate: { right: { chainId, account: alice }, wrong: [{ account: alice }] },
  send: {
    right: payment,
    wrong: [
      { ...payment, to: 'bob.eth' },
      { ...payment, amount: '1' },
      { ...payment, asset: null },
      { ...payment, asset: { tokenId: 'one' } },
      { ...payment, name: null },
    ],
  },
  revoke: {
    right: { id: 'a', from: alice, chainId, delegate: bob },
    wrong: [{ id: 'a', from: alice, chainId, delegate: null }],
  },
  resolveName: { right: { name: 'a.eth' }, wrong: [{ name: 1 }] },
  inspect: { right: { chainId, address: alice }, wrong: [{ chainId, address: 'a.eth' }] },
  spendable: {
    right: { chainId, from: alice, to: bob },
    wrong: [{ chainId, from: alice }],
  },
  saveContact: {
    right: { address: alice, name: null },
    wrong: [{ address: alice }, { address: 'alice', name: 'A' }],
  },
  showApprovals: { right: null, wrong: [{}] },
  closeApprovals: { right: null, wrong: [{}, true] },
}

/** Values that no verb takes, whatever its params are. */
const garbage = [undefined, 'x', 7, [], [null]]

const cases = Object.entries(table).flatMap(([name, { wrong }]) =>
  [...garbage, ...wrong].map((params) => ({ name: name as keyof Verbs, params })),
)

test.each(cases)('$name does not run with $params', async ({ name, params }) => {
  await expect(verbs[name](params, untouched)).rejects.toMatchObject({ code: -32602 })
})

test('each verb has params that it takes', () => {
  for (const name of Object.keys(verbs) as (keyof Verbs)[]) {
    const { success } = v.safeParse(verbs[name].takes(), table[name].right)
    expect([name, success]).toEqual([name, true])
  }
})

test('no two tables name the same verb', () => {
  const tables = [
    accountVerbs,
    allowanceVerbs,
    approvalVerbs,
    assetVerbs,
    batchVerbs,
    deviceVerbs,
    networkVerbs,
    paymentVerbs,
    settingVerbs,
    siteVerbs,
    vaultVerbs,
  ]
  expect(tables.flatMap((one) => Object.keys(one)).sort()).toEqual(Object.keys(verbs).sort())
})

describe('types', () => {
  test('come from the table', () => {
    expectTypeOf<Verbs['lock']>().toEqualTypeOf<{ takes: null; gives: null }>()
    expectTypeOf<Verbs['unlock']['gives']>().toEqualTypeOf<'open' | NotOpened>()
    expectTypeOf<Verbs['clear']>().toEqualTypeOf<{
      takes: { key?: string; at: number }
      gives: 'done' | 'live'
    }>()
  })
})
