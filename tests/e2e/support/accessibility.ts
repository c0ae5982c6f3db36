import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const folder = process.env.VOLLEY_PICTURES

const sizes = { popup: { width: 360, height: 600 }, wide: { width: 1100, height: 760 } }

/** Takes pictures of a screen as popup and as tab, if a folder for pictures is set. */
const picture = async (page: Page, name: string, colorScheme: string) => {
  if (!folder) return
  const before = page.viewportSize()
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await page.screenshot({
      path: `${folder}/${name}-${colorScheme}-${size}.png`,
      fullPage: size === 'popup',
    })
  }
  if (before) await page.setViewportSize(before)
}

/** Takes pictures of a screen in each colour scheme, if a folder for pictures is set. */
export const pictures = async (page: Page, name: string) => {
  for (const colorScheme of folder ? (['light', 'dark'] as const) : []) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await picture(page, name, colorScheme)
  }
}

/** axe's rules whose result depends on colours. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Returns axe's violations on a page in both colour schemes. A page that is dark differs in its colours alone,
 * so only the rules about them run again.
 */
export const violationsOn = async (page: Page, name?: string) => {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (name) await picture(page, name, colorScheme)
    // Without this, axe opens a page to gather the results of frames, of which there are none.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (
      colorScheme === 'light' ? axe : axe.withRules(colourRules)
    ).analyze()
    for (const { id, nodes } of violations)
      found.push(`${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }
  return found
}

/** Expects no axe violations on the screen in either colour scheme. */
export const looksWell = async (page: Page, name: string) => {
  expect.soft(await violationsOn(page, name), name).toEqual([])
}

/**
 * Measures what a window shows before anybody scrolls: the share of its characters that are digits of addresses and
 * data, in per cent, one whole address left out, and by how many px its content is too high.
 */
export const firstScreenOf = (window: Page) =>
  window.evaluate(() => {
    const main = document.querySelector('main')
    const box = main?.getBoundingClientRect()
    const isSeen = (node: Node): boolean => {
      const range = document.createRange()
      range.selectNode(node)
      const { top, bottom, width } = range.getBoundingClientRect()
      const isClipped = main?.contains(node) === true && box !== undefined && bottom > box.bottom
      return width > 2 && top >= 0 && bottom <= innerHeight && !isClipped
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let text = ''
    let before: Element | null | undefined
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!isSeen(node)) continue
      // The groups of one address are one word, and so are the halves of one; anything else is another.
      const within = node.parentElement?.closest('bdi') ?? node.parentElement
      text += `${within && within === before ? '' : ' '}${node.textContent ?? ''}`
      before = within
    }
    // A Chinese character takes the room of two Latin ones, and says as much.
    const size = text.replace(/\s/g, '').replace(/\p{Script=Han}/gu, '**').length
    const hex = text.match(/0x(?:[0-9a-f]{4,}(?:…[0-9a-f]{4,8})?|…[0-9a-f]{4,8})/gi) ?? []
    const whole = hex.findIndex((digits) => digits.length === 42)
    const counted = hex.filter((_, index) => index !== whole).join('').length
    return {
      hex: Math.round((100 * counted) / (size - (whole < 0 ? 0 : 42))),
      tooHigh: main ? main.scrollHeight - main.clientHeight : 0,
    }
  })

/** Returns elements that reach beyond the page on either side, or are cut off without an ellipsis. */
export const misfits = (page: Page) =>
  page.evaluate(() => {
    const isCut = (element: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      const clips = overflowX === 'hidden' || overflowX === 'clip'
      return clips && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
    }
    const isWide = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return (
        element.matches('button, a, label, h1, h2, h3, p, dt, dd, li') &&
        (right > innerWidth + 1 || left < -1)
      )
    }
    // Text for screen readers only has no size on purpose.
    const isShown = (element: Element) => element.getBoundingClientRect().width > 2
    return [...document.body.querySelectorAll('*')]
      .filter((element) => isShown(element) && (isCut(element) || isWide(element)))
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  })

/** Returns amounts and addresses whose characters are not drawn from left to right, whatever stands around them. */
export const turnedRound = (page: Page) =>
  page.evaluate(() => {
    const kept =
      /0x(?:[0-9a-f]{4,}(?:…[0-9a-f]{4,})?|…[0-9a-f]{4,})|[−+<]?\d[\d.,]*\s(?:l?USDC|l?DAI|ETH|OWN)\b|[<]?\$\d[\d.,]*/gi
    const unseen = /[\s\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u
    const isInline = (element: Element) =>
      /^(inline|contents)$/.test(getComputedStyle(element).display)

    const blocks = new Map<Element, { node: Text; at: number; char: string }[]>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let block = node.parentElement
      while (block && isInline(block)) block = block.parentElement
      if (!block) continue
      const chars = (node.textContent ?? '').split('').map((char, at) => ({
        node: node as Text,
        at,
        char,
      }))
      blocks.set(block, [...(blocks.get(block) ?? []), ...chars])
    }

    const boxOf = ({ node, at }: { node: Text; at: number }) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect()
    }
    const found: string[] = []
    for (const chars of blocks.values()) {
      const seen = chars.filter(
        ({ char }) => char === ' ' || char === '\u{a0}' || !unseen.test(char),
      )
      const text = seen.map(({ char }) => char).join('')
      for (const match of text.matchAll(kept)) {
        const boxes = seen
          .slice(match.index, match.index + match[0].length)
          .filter(({ char }) => !unseen.test(char))
          .map(boxOf)
          .filter(({ width }) => width > 0)
        const isTurned = boxes.some((box, index) => {
          const before = boxes[index - 1]
          const isOnLine = before !== undefined && Math.abs(before.top - box.top) < box.height / 2
          return isOnLine && box.left < before.left
        })
        if (isTurned) found.push(match[0])
      }
    }
    return found
  })

/** Goes on after a failure, so that each screen is named. */
const softly = expect.configure({ soft: true })

/** The headings of the first rank on a page, and its title. */
const titlesOf = (page: Page) =>
  page.evaluate(() => ({
    headings: [...document.querySelectorAll('h1')]
      .filter((heading) => heading.checkVisibility())
      .map(({ innerText }) => innerText.replace(/\s+/g, ' ').trim()),
    title: document.title,
  }))

/** Expects a page to have one heading of the first rank that says something, and to be named by it. */
export const isNamed = async (page: Page, name: string) => {
  await softly.poll(async () => (await titlesOf(page)).headings.length, name).toBe(1)
  await softly
    .poll(async () => {
      const { headings, title } = await titlesOf(page)
      return headings[0] !== '' && title === `${headings[0]} – Volley`
    }, name)
    .toBe(true)
}

/** Returns what makes a page scroll sideways: itself, and parts that scroll by themselves. */
export const sideways = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement
    const isOver = (element: Element) => element.scrollWidth > element.clientWidth + 1
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const parts = [...document.body.querySelectorAll('*')].filter(
      (element) => scrolls(element) && isOver(element),
    )
    return [...(root.scrollWidth > innerWidth + 1 ? [root] : []), ...parts].map(({ outerHTML }) =>
      outerHTML.slice(0, 200),
    )
  })

/** Returns texts that are broken into lines, or cut off, where a line has no room for 20 characters. */
export const narrowLines = (page: Page) =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    const isInline = (element: Element) =>
      /^(inline|contents)$/.test(getComputedStyle(element).display)
    const blocks = new Map<Element, Text[]>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let block = node.parentElement
      while (block && isInline(block)) block = block.parentElement
      // Lists of choices are drawn by the browser.
      if (!block || block.closest('select') || (node.textContent ?? '').trim() === '') continue
      blocks.set(block, [...(blocks.get(block) ?? []), node as Text])
    }
    const boxesOf = (texts: readonly Text[]) =>
      texts.flatMap((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return [...range.getClientRects()].filter(({ width }) => width > 0)
      })
    const found: string[] = []
    for (const [block, texts] of blocks) {
      const style = getComputedStyle(block)
      const box = block.getBoundingClientRect()
      const words = texts.map(({ textContent }) => textContent).join('')
      // Text for screen readers only has no size on purpose.
      if (words.trim().length < 20 || box.width <= 2 || !block.checkVisibility()) continue
      const boxes = boxesOf(texts)
      const first = boxes[0]
      if (!first || !pen) continue
      const isBroken = boxes.some(({ top }) => top - first.top > first.height / 2)
      if (!isBroken && block.scrollWidth <= block.clientWidth + 1) continue
      // Text that stands among the parts of a row has what they leave it.
      const others = /flex|grid/.test(style.display)
        ? [...block.children]
            .map((child) => child.getBoundingClientRect())
            .filter(({ top, bottom }) => bottom > first.top && top < first.bottom)
            .reduce((sum, { width }) => sum + width, 0)
        : 0
      const edges = [
        style.paddingLeft,
        style.paddingRight,
        style.borderLeftWidth,
        style.borderRightWidth,
      ].reduce((sum, width) => sum + parseFloat(width), others)
      // The shorthand is empty where digits are of one width.
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
      const wanted = pen.measureText('Pay with the account').width
      if (box.width - edges < wanted)
        found.push(
          `${Math.round(box.width - edges)} < ${Math.round(wanted)} px: ${words.slice(0, 80)}`,
        )
    }
    return found
  })

/** Returns what is to be clicked on, or typed into, and is less than 24 px wide or high, its label counted. */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const targets =
      'a[href], button, input, select, textarea, summary, ' +
      ['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'combobox', 'slider']
        .map((role) => `[role="${role}"]`)
        .join(', ')
    return [...document.body.querySelectorAll(targets)]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden="true"]'))
      .flatMap((element) => {
        const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
        return width < 23.9 || height < 23.9
          ? [`${Math.round(width)} x ${Math.round(height)} px: ${element.outerHTML.slice(0, 160)}`]
          : []
      })
  })
