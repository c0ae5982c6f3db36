import type { Page } from '@playwright/test'

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
