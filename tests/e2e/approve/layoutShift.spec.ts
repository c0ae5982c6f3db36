import type { Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, numberToHex, parseEther, parseUnits } from 'viem'
import { stranger } from '../../unit/accounts.ts'
import { closed, approvalWindow, reject, yes } from '../support/walletPages.ts'
import type { Wallet } from '../support/chromium.ts'
import { swapCalls } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'
import { sendCalls } from '../support/site.ts'

type Gate = { open: () => void }

/** Holds the node's simulations back until they are let through, so that the window opens before the quote. */
const holdBack = ({ worker }: Wallet) =>
  worker.evaluate(() => {
    const real = globalThis.fetch
    const gate = {} as Gate
    const isOpen = new Promise<void>((resolve) => (gate.open = resolve))
    Object.assign(globalThis, { gate })
    globalThis.fetch = async (url, init) => {
      if (typeof init?.body === 'string' && init.body.includes('eth_simulateV1')) await isOpen
      return real(url, init)
    }
  })

const letThrough = ({ worker }: Wallet) =>
  worker.evaluate(() => (globalThis as unknown as { gate: Gate }).gate.open())

/** The lines of the calls. */
const lines = (window: Page) =>
  window.getByRole('region', { name: 'Steps', exact: true }).locator('ol > li')

/**
 * Notes from now on how far a part glides at most, and a line within its part, in px, while the content keeps changing;
 * 0 where none does.
 */
const watchGlides = (window: Page) =>
  window.evaluate(() => {
    const glides = { part: 0, line: 0 }
    Object.assign(globalThis, { glides })
    const look = () => {
      for (const { effect } of document.getAnimations()) {
        if (!(effect instanceof KeyframeEffect)) continue
        const [first] = effect.getKeyframes()
        const [, far] = /^translateY\((.+)px\)$/.exec(String(first?.transform)) ?? []
        const kind = effect.target?.tagName === 'LI' ? 'line' : 'part'
        if (far) glides[kind] = Math.max(glides[kind], Math.abs(Number(far)))
      }
      document.querySelector('main')?.append(document.createComment('changes'))
      requestAnimationFrame(look)
    }
    look()
  })

type Glides = { glides: { part: number; line: number } }

const farthestGlides = (window: Page) =>
  window.evaluate(() => (globalThis as unknown as Glides).glides)

/** How far the place of the calls is below the start of the content, in px, wherever they glide just now. */
const callsTop = (window: Page) =>
  window
    .getByRole('region', { name: 'Steps', exact: true })
    .evaluate((part: HTMLElement) => part.offsetTop)

/**
 * Returns the texts of content, headers and buttons that have moved since the window opened. Within its own line, a
 * sentence may make room for a verdict.
 */
const moved = (window: Page) =>
  window.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        type Shift = PerformanceEntry & {
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        const texts = (list: PerformanceObserverEntryList) =>
          (list.getEntries() as Shift[]).flatMap(({ sources }) =>
            sources.flatMap(({ node, previousRect, currentRect }) => {
              const element = node instanceof Element ? node : node?.parentElement
              const isRead = element?.closest('main, header, button') !== null
              const isInLine = element?.closest('li') && previousRect.y === currentRect.y
              const places = [previousRect, currentRect].map(({ x, y }) => `${x},${y}`).join(' to ')
              return isRead && element && !isInLine
                ? [`${places}: ${element.textContent.slice(0, 60)}`]
                : []
            }),
          )
        const observer = new PerformanceObserver((list) => resolve(texts(list)))
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve([]), 500)
      }),
  )

test('nothing that is read or pressed jumps from the opening of a batch to its quote @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { contracts } = chains.local
  const good = swapCalls(contracts)
  const args = [stranger, parseUnits('1', 40)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const bad = [...good, { to: contracts.usdc, data }]

  for (const [calls, verdict] of [
    [good, 'All 3 steps succeed'],
    [bad, 'It fails at step 4'],
  ] as const) {
    await holdBack(wallet)
    const answer = sendCalls(connected, { calls: [...calls] })
    const window = await approvalWindow(wallet.context)
    await expect(lines(window)).toHaveCount(calls.length)
    const before = await callsTop(window)
    await watchGlides(window)
    await letThrough(wallet)
    await expect(window.getByRole('status')).toContainText(verdict)
    await expect(window.getByRole('heading', { name: 'Steps', exact: true })).toBeVisible()
    expect(await moved(window), verdict).toEqual([])
    expect(await callsTop(window), verdict).not.toBe(before)
    const { part, line } = await farthestGlides(window)
    expect(part, verdict).toBeGreaterThan(0)
    // Lines get longer or shorter by a row or two of text, and are far above the place of their part.
    expect(line, verdict).toBeLessThan(Math.min(100, before))
    await looksWell(window, `shift-${calls.length}`)
    await reject(window)
    expect(await answer).toMatchObject({ error: { code: 4001 } })
    await closed(window)
  }
})

test('calls are read while the node is silent, and are in place at once for who wants no motion', async ({
  wallet,
  connected,
}) => {
  await holdBack(wallet)
  const answer = sendCalls(connected, {
    calls: [parseEther('1'), parseEther('2')].map((wei) => ({
      to: stranger,
      value: numberToHex(wei),
    })),
  })
  const window = await approvalWindow(wallet.context)
  await window.emulateMedia({ reducedMotion: 'reduce' })
  await expect(lines(window).nth(0)).toContainText('1 ETH')
  await expect(lines(window).nth(1)).toContainText('2 ETH')
  await expect(yes(window)).toBeDisabled()
  await window.reload()
  await expect(lines(window)).toHaveCount(2)
  await watchGlides(window)
  await letThrough(wallet)
  await expect(window.getByRole('status')).toContainText('All 2 steps succeed')
  await expect(yes(window)).toBeEnabled()
  expect(await farthestGlides(window)).toEqual({ part: 0, line: 0 })
  await reject(window)
  expect(await answer).toMatchObject({ error: { code: 4001 } })
  await closed(window)
})

/** Puts a row above the content, as if something had come, and waits until it has been drawn. */
const growAbove = (window: Page) =>
  window.evaluate(async () => {
    const row = document.createElement('p')
    row.textContent = 'It has come.'
    document.querySelector('main')?.prepend(row)
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })

test('nothing glides for who has scrolled, with a window’s size, or once all has come', async ({
  wallet,
  connected,
}) => {
  await holdBack(wallet)
  const answer = sendCalls(connected, {
    calls: Array.from({ length: 10 }, () => ({ to: stranger, value: '0x1' })),
  })
  const window = await approvalWindow(wallet.context)
  await window.setViewportSize({ width: 360, height: 600 })
  await expect(lines(window)).toHaveCount(10)
  await watchGlides(window)

  // Another width breaks lines elsewhere, and what comes then is measured from there.
  const wide = await callsTop(window)
  await window.setViewportSize({ width: 240, height: 600 })
  await expect.poll(() => callsTop(window)).not.toBe(wide)
  expect(await farthestGlides(window)).toEqual({ part: 0, line: 0 })

  await window.evaluate(() => {
    const content = document.querySelector('main')
    content?.scrollTo(0, 30)
    scrollTo(0, 30)
  })
  await growAbove(window)
  expect(await farthestGlides(window)).toEqual({ part: 0, line: 0 })

  await window.evaluate(() => {
    document.querySelector('main')?.scrollTo(0, 0)
    scrollTo(0, 0)
  })
  await growAbove(window)
  expect((await farthestGlides(window)).part).toBeGreaterThan(0)

  await letThrough(wallet)
  await expect(window.getByRole('status')).toContainText('All 10 steps succeed')
  // All has come; some parts fill a moment later.
  await window.waitForTimeout(700)
  await window.evaluate(() =>
    Object.assign((globalThis as unknown as Glides).glides, { part: 0, line: 0 }),
  )
  await growAbove(window)
  expect(await farthestGlides(window)).toEqual({ part: 0, line: 0 })
  await reject(window)
  expect(await answer).toMatchObject({ error: { code: 4001 } })
  await closed(window)
})
