import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { alice, bob, stranger } from '../../unit/accounts.ts'
import { mail } from '../../unit/sign/typedDataSamples.ts'
import {
  approvalWindow,
  approve,
  chooseNetwork,
  countWindows,
  decided,
  reject,
} from '../support/walletPages.ts'
import type { Wallet } from '../support/chromium.ts'
import { batch, request, type Answer, type Dapp } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import {
  addFrame,
  allFrames,
  askAll,
  frameKinds,
  kinds,
  last,
  names,
  requestsFor,
} from '../support/hostilePage.ts'
import { countRows, openJournal, readRows } from '../support/journal.ts'

/** Opens a page of the other site, connected with the second account on another network. */
const openOther = async ({ context }: Wallet, { other }: Dapp) => {
  const page = await context.newPage()
  await page.goto(other)
  await decided(context, request(page, 'eth_requestAccounts'), async (window) => {
    await window.getByRole('checkbox', { name: /Account 1/ }).uncheck()
    await window.getByRole('checkbox', { name: /Account 2/ }).check()
    await chooseNetwork(window, 'Base')
    await approve(window)
  })
  return page
}

test(
  'every kind of frame, also in another site’s, is the site that it is, with every method',
  { tag: '@long' },
  async ({ wallet, dapp, connected }) => {
    const other = await openOther(wallet, dapp)
    const journal = await openJournal(wallet)
    const before = await countRows(journal)
    const windows = countWindows(wallet.context)
    const requests = requestsFor([
      { account: alice, chainId: '0x7a69' },
      { account: bob, chainId: '0x2105' },
    ])
    // A node that took its time the first time would make the later answers differ.
    const capabilities = async () =>
      (await request(connected, 'wallet_getCapabilities', [alice, ['0x7a69']])).result
    await expect.poll(capabilities).toMatchObject({ '0x7a69': { atomic: { status: 'ready' } } })
    const words = 'The requested account and/or method has not been authorized by the user'
    const refused = { error: { code: 4100, message: `${words}: this page has no origin` } }
    const [own, others] = await Promise.all(
      [connected, other].map((page) => askAll(page.mainFrame(), requests)),
    )
    const expected = { 'the site': own, 'the other': others, nobody: requests.map(() => refused) }

    // As top pages, the two sites get different answers from nearly every method that matters.
    const codes = (answers: Answer[] = [], name: string) =>
      answers.filter((_, at) => requests[at]?.[0] === name).map(({ error }) => error?.code)
    expect(own?.[names.indexOf('eth_accounts')]).toEqual({ result: [alice] })
    expect(others?.[names.indexOf('eth_accounts')]).toEqual({ result: [bob] })
    for (const [name, code] of Object.entries({
      wallet_sendCalls: 5700,
      eth_sendTransaction: -32602,
      wallet_getCapabilities: undefined,
      eth_signTypedData_v4: -32602,
      eth_signTypedData_v3: -32602,
    })) {
      expect(codes(own, name), name).toEqual([code, 4100])
      expect(codes(others, name), name).toEqual([4100, code])
    }

    const frames = await allFrames(connected, dapp)
    expect(kinds.map(([kind]) => kind).sort()).toEqual(Object.keys(frameKinds).sort())
    await Promise.all(
      frames.map(async ({ frame, actor, what }) =>
        expect(await askAll(frame, requests), what).toEqual(expected[actor]),
      ),
    )
    expect(await countRows(journal)).toEqual(before)
    expect(windows()).toBe(0)

    // A frame can revoke only its own site's permissions; one with an opaque origin revokes nothing.
    const accounts = () =>
      Promise.all(
        [connected, other].map(async (page) => (await request(page, 'eth_accounts')).result),
      )
    for (const { frame, actor } of frames)
      if (actor === 'nobody') expect(await askAll(frame, [last])).toEqual([refused])
    expect(await accounts()).toEqual([[alice], [bob]])
    const nested = frames.find(({ what }) => what === 'srcdoc in the other')
    expect(nested && (await askAll(nested.frame, [last]))).toEqual([{ result: null }])
    expect(await accounts()).toEqual([[alice], []])
  },
)

test('what a frame asks the user waits under its own origin and names the page around it', async ({
  wallet,
  dapp,
  connected,
}) => {
  await openOther(wallet, dapp)
  const journal = await openJournal(wallet)
  const [site, other] = [new URL(dapp.url).origin, new URL(dapp.other).origin]
  const frames = (await allFrames(connected, dapp)).filter(({ actor }) => actor !== 'nobody')
  const at = { 'the site': [alice, '0x7a69'], 'the other': [bob, '0x2105'], nobody: [] } as const
  // As many of the frames as may wait at once for each site, each with another method.
  const taken = { 'the site': 0, 'the other': 0, nobody: 0 }
  const asked = frames.flatMap(({ frame, actor }) => {
    const [from = '', chainId = ''] = at[actor]
    const typedData = { ...mail, domain: { ...mail.domain, chainId: Number(chainId) } }
    const prompts = [
      ['personal_sign', ['0x1234', from]],
      ['eth_signTypedData_v4', [from, typedData]],
      ['eth_signTypedData_v3', [from, typedData]],
      ['eth_sendTransaction', [{ from, to: stranger }]],
      ['wallet_sendCalls', [batch({ from, chainId })]],
    ] as const
    const prompt = prompts[taken[actor]++]
    return prompt ? [{ prompt, frame, origin: actor === 'the site' ? site : other }] : []
  })
  expect(asked).toHaveLength(10)
  const answers = asked.map(({ frame, prompt }) => askAll(frame, [prompt]))
  const waiting = async () =>
    (await readRows(journal, 'approvals'))
      .filter(({ state }) => state === 'pending')
      .map(({ method, origin, top }) => `${method} ${origin} inside ${top}`)
      .sort()
  const expected = asked.map(({ prompt, origin }) => `${prompt[0]} ${origin} inside ${site}`)
  await expect.poll(waiting).toEqual(expected.sort())
  await (await approvalWindow(wallet.context)).close()
  for (const [answer] of await Promise.all(answers)) expect(answer?.error?.code).toBe(4001)
})

test('a page of the disk has no wallet, and what it frames is the site that it is @long', async ({
  wallet,
  dapp,
  connected,
}, info) => {
  const path = info.outputPath('page.html')
  await writeFile(path, '<!doctype html><title>A file</title>')
  const page = await wallet.context.newPage()
  await page.goto(pathToFileURL(path).href)
  expect(await page.evaluate(() => 'ethereum' in window)).toBe(false)
  const frame = await addFrame(page, 'a frame of the same site', dapp)
  expect(await askAll(frame, [['eth_accounts', []]])).toEqual([{ result: [alice] }])
  const signing = askAll(frame, [['personal_sign', ['0x1234', alice]]])
  const window = await approvalWindow(wallet.context)
  const { origin } = new URL(connected.url())
  await expect(window.getByRole('heading', { level: 1 })).toContainText(
    `Frame ${origin} inside another site`,
  )
  await reject(window)
  expect((await signing)[0]?.error?.code).toBe(4001)
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
  const [answer] = await decided(wallet.context, asked, async (window) => {
    await expect(window.getByRole('heading', { level: 1 })).toHaveText(
      `Frame ${origin} inside ${new URL(dapp.url).origin} asks to connect`,
    )
    await chooseNetwork(window, 'Base')
    await approve(window)
  })
  expect(answer).toEqual({ result: [alice] })
  expect(await askAll(frame, [['eth_chainId', []]])).toEqual([{ result: '0x2105' }])
  expect(await askAll(connected.mainFrame(), [['eth_chainId', []]])).toEqual([{ result: '0x7a69' }])

  // A frame of the site's own origin is shown as the site, without a mention of a frame.
  const same = await addFrame(connected, 'srcdoc', dapp)
  const sent = askAll(same, [['wallet_sendCalls', [batch()]]])
  await decided(wallet.context, sent, async (window) => {
    await expect(window.getByRole('heading', { level: 1 })).toHaveText(
      `${new URL(dapp.url).origin} asks to send 2 steps on Local`,
    )
    await reject(window)
  })
  expect((await sent)[0]?.error?.code).toBe(4001)
})

test('a frame that is taken away while it asks has gone, and the page around it has not @long', async ({
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
