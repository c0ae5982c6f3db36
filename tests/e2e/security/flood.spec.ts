import type { Page } from '@playwright/test'
import { share } from '../../../lib/rpc/tabQueue.ts'
import { alice } from '../../unit/accounts.ts'
import type { Wallet } from '../support/chromium.ts'
import { request, serveDapp } from '../support/site.ts'
import { addRows } from '../support/journal.ts'
import { expect, test } from '../support/test.ts'

type Flooding = { answers: unknown[]; ethereum: { request: (asked: object) => Promise<unknown> } }

type Held = { letGo: () => void }

/** Delays the node's answers to the flood until they are released. */
const hold = async ({ worker }: Wallet) => {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Held
    const real = globalThis.fetch
    const isOpen = new Promise<void>((done) => (scope.letGo = done))
    globalThis.fetch = async (url, init) => {
      const isHeld = typeof init?.body === 'string' && init.body.includes('eth_getTransactionCount')
      if (!isHeld) return real(url, init)
      await isOpen
      // The time that it was held counts for no time-out of the wallet's.
      return real(url, { ...init, signal: null })
    }
  })
  return () => worker.evaluate(() => (globalThis as unknown as Held).letGo())
}

/** Sends many parallel requests from every frame of the page and records the answers. */
const flood = async (page: Page, requests: number) => {
  const frames = page.frames()
  for (const frame of frames)
    await frame.evaluate(() => ((window as unknown as Flooding).answers = []))
  await Promise.all(
    frames.map((frame) =>
      frame.evaluate((count) => {
        const { answers, ethereum } = window as unknown as Flooding
        const note = (answer: unknown) => void answers.push(answer)
        for (let index = 0; index < count; index++)
          ethereum
            .request({
              method: 'eth_getTransactionCount',
              params: [`0x${String(index).padStart(40, '0')}`, 'latest'],
            })
            .then(note, () => note('refused'))
      }, requests),
    ),
  )
}

const answersOf = async (page: Page) =>
  (
    await Promise.all(
      page.frames().map((frame) => frame.evaluate(() => (window as unknown as Flooding).answers)),
    )
  ).flat()

test(
  '1,000 requests at once, of one site and of 50: another site is served, and all are answered or refused',
  { tag: '@long' },
  async ({ wallet, dapp, connected }) => {
    const calm = await wallet.context.newPage()
    await calm.goto(dapp.other)
    expect(await request(calm, 'eth_chainId')).toEqual({ result: '0x7a69' })
    const crowd = await wallet.context.newPage()
    await crowd.goto(dapp.url)
    const servers = await Promise.all(Array.from({ length: 25 }, serveDapp))
    const origins = servers.flatMap(({ url, other }) => [url, other])
    // Connected, because sites that are not would soon run out of their share of the node.
    const permissions = origins.map((url) => ({
      origin: new URL(url).origin,
      accounts: [alice],
      chainId: 31337,
      createdAt: 1,
    }))
    await addRows(wallet.worker, { permissions })
    await crowd.evaluate(
      (all) =>
        Promise.all(
          all.map((src) => {
            const frame = document.createElement('iframe')
            const isThere = new Promise((done) => (frame.onload = done))
            document.body.append(Object.assign(frame, { src }))
            return isThere
          }),
        ).then(() => undefined),
      origins,
    )

    for (const [page, each] of [
      [connected, 1000],
      [crowd, 20],
    ] as const) {
      const letGo = await hold(wallet)
      const count = page.frames().length * each
      // Frames together have half of what a tab may have open; the other half is the page's own.
      const framed = (page.frames().length - 1) * each
      const tooMany = Array.from({ length: Math.max(0, framed - share.open / 2) }, () => 'refused')
      await flood(page, each)
      await expect.poll(() => answersOf(page)).toEqual(tooMany)
      expect(await request(calm, 'eth_getBalance', [`0x${'2'.repeat(40)}`, 'latest'])).toEqual({
        result: '0x0',
      })
      await letGo()
      await expect
        .poll(async () => (await answersOf(page)).length, { timeout: 120_000 })
        .toBe(count)
      const answered = (await answersOf(page)).filter((answer) => answer !== 'refused')
      expect(answered).toEqual(Array.from({ length: count - tooMany.length }, () => '0x0'))
    }
    await Promise.all(servers.map(({ stop }) => stop()))
  },
)
