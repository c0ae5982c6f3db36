import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { maxUint256 } from 'viem'
import { addRows, openJournal, readRows } from '../e2e/support/journal.ts'
import { idOf, settled } from '../e2e/support/site.ts'
import { expect, test } from '../e2e/support/test.ts'
import { approve, decided, reject, yes } from '../e2e/support/walletPages.ts'
import { stranger } from '../unit/accounts.ts'
import { animate } from './apng.ts'
import { makeKnown, usdc } from './knownChain.ts'
import { openOnBase } from './knownSites.ts'
import { gallery } from './pictures.ts'
import { readmeScene, storeScene, type Told } from './scenes.ts'
import { approve as allow, maria, send, swapAndSend } from './decisionStates.ts'

/** Size of the wallet in the pictures, in px of CSS. */
const size = { width: 400, height: 640 }

const calls = ['Let the exchange spend 100 USDC', 'Swap it for GHO', 'Send 40 GHO to Maria']

/** The calls of which the first ones are done, with a pill for each state. */
const told = (done: number, pills: Record<Told['is'], string>): Told[] =>
  calls.map((text, index) => {
    const is = index < done ? 'done' : index === done ? 'now' : 'waiting'
    return { text, pill: pills[is], is }
  })

const signed = { waiting: 'waits', now: 'sign', done: 'signed' }
const together = { waiting: 'in the batch', now: 'in the batch', done: 'done' }

test('the story of a batch, for the README and for stores', async ({ chains, wallet, dapp }) => {
  await makeKnown(chains.base.url)
  await addRows(wallet.worker, { contacts: [{ address: maria, name: 'Maria' }] })
  const site = await openOnBase(wallet.context, 'app.harbor.example')
  const lure = await openOnBase(wallet.context, 'best-swap.example')
  /** Takes the window of a request once its outcome and all of its prices are known. */
  const seen = async (window: Page, prices: number) => {
    await window.setViewportSize(size)
    await expect(window.getByText(/at block/).first()).toBeVisible()
    await expect(window.getByText(/^\$\d/)).toHaveCount(prices)
    return window.screenshot({ animations: 'disabled' })
  }
  const pictures: Partial<Record<'trap' | 'asked' | 'armed', Buffer>> = {}

  const trap = send([allow(usdc, stranger, maxUint256)])(lure)
  await decided(wallet.context, trap, async (window) => {
    pictures.trap = await seen(window, 2)
    await reject(window)
  })

  const asked = send(swapAndSend)(site)
  const answer = await decided(wallet.context, asked, async (window) => {
    pictures.asked = await seen(window, 4)
    await yes(window).hover()
    await expect(yes(window)).not.toHaveAttribute('aria-disabled', 'true')
    pictures.armed = await window.screenshot()
    await approve(window)
  })
  const id = await idOf(answer)
  await settled(site, id)
  const rows = await readRows(await openJournal(wallet), 'batches')
  const own = await wallet.popup()
  await own.setViewportSize(size)
  /** Takes a screen of the wallet, named by its heading. */
  const screen = async (hash: string, text: string | RegExp) => {
    await own.goto(`${own.url().split('#')[0]}#${hash}`)
    await expect(own.getByText(text).first()).toBeVisible()
    await expect(own.locator('[class*="skeleton"]')).toHaveCount(0)
    return own.screenshot()
  }
  const done = await screen(rows.find((row) => row.id === id)?.key ?? '', 'Confirmed')
  await own.goto(`${own.url().split('#')[0]}#`)
  await own.getByRole('combobox', { name: 'Network' }).selectOption('Base')
  const home = await screen('', /^Coin and tokens: about \$\d/)

  const stage = await wallet.context.newPage()
  // Only a page of a site may decode pictures.
  await stage.goto(dapp.url)
  const drawn = async (html: string, viewport: { width: number; height: number }) => {
    await stage.setViewportSize(viewport)
    await stage.setContent(html)
    await stage.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
    return stage.screenshot()
  }
  const { trap: trapped, asked: shown, armed } = pictures
  if (!trapped || !shown || !armed) throw new Error('a window was not taken')

  const scenes = [
    { html: readmeScene('Without a batch: three signatures', told(0, signed)), ms: 1_200 },
    { html: readmeScene('Without a batch: three signatures', told(1, signed)), ms: 900 },
    { html: readmeScene('Without a batch: three signatures', told(2, signed)), ms: 900 },
    { html: readmeScene('One batch: see what all three do', told(-1, together), shown), ms: 3_500 },
    { html: readmeScene('One click', told(-1, together), armed), ms: 1_500 },
    {
      html: readmeScene('All or nothing, and followed to the end', told(3, together), done),
      ms: 3_500,
    },
  ]
  const frames = []
  for (const { html, ms } of scenes)
    frames.push({ png: await drawn(html, { width: 800, height: 640 }), ms })
  await writeFile(join(gallery, 'story.png'), animate(frames))
  // A browser has to take the picture for an animation.
  const moves = await stage.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const decoder = new ImageDecoder({ data: bytes, type: 'image/png' })
    await decoder.tracks.ready
    return decoder.tracks.selectedTrack?.frameCount
  }, animate(frames).toString('base64'))
  expect(moves).toBe(scenes.length)

  const store = {
    approval: [
      'See it before you sign',
      'What leaves, what arrives, to whom, and what it costs.',
      armed,
    ],
    trap: ['Traps are named', 'What could be taken later stands first, in plain words.', trapped],
    batch: [
      'Never lost',
      'A batch is followed until it is final, also if the browser stops.',
      done,
    ],
    home: ['Your accounts', 'Keys stay in this browser, behind your password.', home],
  } as const
  for (const [name, [heading, text, picture]] of Object.entries(store)) {
    await writeFile(join(gallery, `readme-${name}.png`), picture)
    await writeFile(
      join(gallery, `store-${name}.png`),
      await drawn(storeScene(heading, text, picture), { width: 1280, height: 800 }),
    )
  }
})
