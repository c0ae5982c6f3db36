import type { Page } from '@playwright/test'

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
    const hex = text.match(/0x[0-9a-f]{4,}(…[0-9a-f]{4,8})?/gi) ?? []
    const whole = hex.findIndex((digits) => digits.length === 42)
    const counted = hex.filter((_, index) => index !== whole).join('').length
    return {
      hex: Math.round((100 * counted) / (size - (whole < 0 ? 0 : 42))),
      tooHigh: main ? main.scrollHeight - main.clientHeight : 0,
    }
  })
