import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { nodeMethods } from '../../lib/site/node.ts'
import { alice } from '../unit/people.ts'
import { countWindows, decided } from './approvals.ts'
import { expect, test } from './fixtures.ts'
import { addFrame, askAll, frameKinds } from './frames.ts'
import type { FrameKind } from './frames.ts'
import { countRows, openJournal, readRows } from './journal.ts'
import { batch } from './site.ts'
import { approvalWindow, approve, chooseNetwork, reject } from './wallet.ts'

/** Params that end a request without a window; the others are sent with none. */
const params: Record<string, unknown> = {
  wallet_sendCalls: [batch({ capabilities: { magic: {} } })],
  eth_sendTransaction: [{ from: alice, to: alice, data: '0x00' }],
  wallet_getCapabilities: [alice, ['0x7a69']],
  wallet_getCallsStatus: ['0x1234'],
  wallet_showCallsStatus: ['0x1234'],
  web3_sha3: ['0x00'],
  // It takes none, and would answer with another id each time.
  eth_newBlockFilter: {},
}

/** What would end the connection that the others are to be seen with. */
const last = 'wallet_revokePermissions'

/** One file per method, which carries its name. */
const methods = readdirSync('lib/site')
  .map((file) => basename(file, '.ts'))
  .filter((name) => name.includes('_'))

const requests = [...methods, ...nodeMethods, 'eth_sign', '__proto__', 'constructor']
  .filter((name) => name !== last)
  .map((name) => [name, Object.hasOwn(params, name) ? params[name] : []] as const)

const own: FrameKind[] = ['a frame of the same site', 'srcdoc', 'about:blank', 'a blob: URL']
const opaque: FrameKind[] = ['a sandboxed frame', 'a sandboxed srcdoc', 'a data: URL']

test('every kind of frame is the site that it is, with every method', async ({
  wallet,
  dapp,
  connected,
}) => {
  const journal = await openJournal(wallet)
  const before = await countRows(journal)
  const windows = countWindows(wallet.context)
  const top = await askAll(connected.mainFrame(), requests)
  const at = (name: string) => top[requests.findIndex(([method]) => method === name)]
  expect(at('eth_requestAccounts')).toEqual({ result: [alice] })
  expect(at('wallet_sendCalls')?.error?.code).toBe(5700)
  expect(at('eth_sendTransaction')?.error?.code).toBe(-32602)

  for (const kind of own) {
    const frame = await addFrame(connected, kind, dapp)
    expect(await askAll(frame, requests), kind).toEqual(top)
  }
  for (const kind of opaque) {
    const frame = await addFrame(connected, kind, dapp)
    const words = 'The requested account and/or method has not been authorized by the user'
    const refused = { error: { code: 4100, message: `${words}: this page has no origin` } }
    expect(await askAll(frame, [...requests, [last, [{ eth_accounts: {} }]]]), kind).toEqual(
      Array(requests.length + 1).fill(refused),
    )
  }

  // Another site is not connected by standing in one that is.
  const frame = await addFrame(connected, 'a frame of another site', dapp)
  const asking = requests.filter(([method]) => method !== 'eth_requestAccounts')
  const answers: Record<string, unknown> = Object.fromEntries(
    (await askAll(frame, asking)).map((answer, index) => [asking[index]?.[0] ?? '', answer]),
  )
  expect(answers).toMatchObject({
    eth_accounts: { result: [] },
    eth_coinbase: { result: null },
    wallet_getPermissions: { result: [] },
    wallet_sendCalls: { error: { code: 4100 } },
    eth_sendTransaction: { error: { code: 4100 } },
    wallet_getCapabilities: { error: { code: 4100 } },
  })
  expect(JSON.stringify(answers)).not.toContain(alice)

  expect(Object.keys(frameKinds)).toHaveLength(own.length + opaque.length + 1)
  expect(await countRows(journal)).toEqual(before)
  expect(windows()).toBe(0)
})

test('the window says which frame asks inside which site, and the answer is the frame’s alone', async ({
  wallet,
  dapp,
  connected,
}) => {
  const { origin } = new URL(dapp.other)
  const frame = await addFrame(connected, 'a frame of another site', dapp)
  const connect = [['eth_requestAccounts', []]] as const
  const asked = askAll(frame, connect)
  const [answer] = await decided(wallet.context, asked as never, async (window) => {
    await expect(window.getByRole('heading', { level: 1 })).toHaveText(
      `Frame ${origin} inside ${new URL(dapp.url).origin} asks to connect`,
    )
    await chooseNetwork(window, 'Base')
    await approve(window)
  }).then((given) => given as unknown as { result?: unknown }[])
  expect(answer).toEqual({ result: [alice] })
  expect(await askAll(frame, [['eth_chainId', []]])).toEqual([{ result: '0x2105' }])
  expect(await askAll(connected.mainFrame(), [['eth_chainId', []]])).toEqual([{ result: '0x7a69' }])

  // A frame of the site itself is the site: it is named plainly, as it would be by itself.
  const same = await addFrame(connected, 'srcdoc', dapp)
  const sent = askAll(same, [['wallet_sendCalls', [batch()]]])
  await decided(wallet.context, sent as never, async (window) => {
    await expect(window.getByRole('heading', { level: 1 })).toHaveText(
      `${new URL(dapp.url).origin} asks to send 2 calls on Local`,
    )
    await reject(window)
  })
  expect((await sent)[0]?.error?.code).toBe(4001)
})

test('a frame that is taken away while it asks has gone, and the page around it has not', async ({
  wallet,
  dapp,
  connected,
}) => {
  const journal = await openJournal(wallet)
  const frame = await addFrame(connected, 'srcdoc', dapp)
  void askAll(frame, [['wallet_sendCalls', [batch({ id: 'frame' })]]]).catch(() => undefined)
  await approvalWindow(wallet.context)
  const kept = askAll(connected.mainFrame(), [['wallet_sendCalls', [batch({ id: 'page' })]]])
  const waiting = async () =>
    (await readRows(journal, 'approvals')).filter(({ state }) => state === 'pending')
  await expect.poll(async () => (await waiting()).length).toBe(2)
  await connected.evaluate(() => document.querySelector('iframe')?.remove())
  const gone = async () =>
    (await waiting()).filter(({ goneAt }) => goneAt !== undefined).map(({ wire }) => wire)
  await expect.poll(gone).toEqual([expect.stringContaining('"id":"frame"')])
  await (await approvalWindow(wallet.context)).close()
  expect((await kept)[0]?.error?.code).toBe(4001)
})
