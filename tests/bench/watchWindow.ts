import type { BrowserContext, Page } from '@playwright/test'

/** When a page had painted the parts of a request, and when Approve was armed; all times are in ms since 1970. */
export type Seen = { readable?: number; verdict?: number; armed?: number }

/** When a window began to load, had run its code up to its first wait, and had painted anything; in ms since 1970. */
export type Loaded = { opened: number; ran: number; painted: number }

/** Times at which a window had also painted its calls, and the rest with Approve ready to be armed. */
export type Times = Loaded & { readable: number; verdict: number }

type Watched = { seen: Seen; noted: Promise<void> }

/** How long content must have been before the user's eyes until Approve is armed, in ms. */
const guard = 500

/**
 * Runs in a page of the wallet and has it note when it has painted every call of `expected` that fits on the screen, when
 * the verdict, the amounts and the fee, and when Approve is armed. It looks until it has noted what is `wanted`, and
 * `noted` resolves then.
 */
export const noteTimes = (expected: number, wanted: (keyof Seen)[]): void => {
  const seen: Seen = {}
  let tell = () => undefined as void
  const noted = new Promise<void>((resolve) => (tell = resolve))
  Object.assign(globalThis, { seen, noted })
  const isKnown = (part: Element) => part.querySelector('[class*="skeleton"]') === null
  const conditions: Record<keyof Seen, () => boolean> = {
    readable: () => {
      const parts = [...document.querySelectorAll('main section')]
      const calls = parts.find((part) => part.querySelector('h2')?.textContent === 'Steps')
      const list = calls?.querySelector('ol:not([aria-hidden])')
      const lines = [...(list?.children ?? [])].filter((line) => !line.ariaHidden)
      const end = lines.at(-1)
      if (!list || !end) return false
      const fills = end.getBoundingClientRect().bottom >= list.getBoundingClientRect().bottom - 1
      const isLong = list.scrollHeight > list.clientHeight + 1
      const isRead = (line: Element) => line.textContent.length > 2 && isKnown(line)
      return (isLong ? fills : lines.length >= expected) && lines.every(isRead)
    },
    verdict: () => {
      const [main, foot] = [document.querySelector('main'), document.querySelector('footer')]
      if (!main || !foot) return false
      const sentence = foot.querySelector('[role="status"]')?.textContent
      return Boolean(sentence && foot.querySelector('strong')) && isKnown(main) && isKnown(foot)
    },
    armed: () =>
      document.querySelector('footer button[name="approve"]:not([aria-disabled="true"])') !== null,
  }
  const now = () => performance.timeOrigin + performance.now()
  const begun = new Set<keyof Seen>()
  const note = (name: keyof Seen) => {
    seen[name] = now()
    if (wanted.every((one) => seen[one] !== undefined)) tell()
  }
  const look = () => {
    for (const name of wanted) {
      if (begun.has(name) || !conditions[name]()) continue
      begun.add(name)
      if (name === 'armed') note(name)
      // Content that is in the page now is on the screen with the next frame.
      else requestAnimationFrame(() => setTimeout(() => note(name)))
    }
    if (begun.size === wanted.length) observer.disconnect()
  }
  const all = { subtree: true, childList: true, attributes: true, characterData: true }
  const observer = new MutationObserver(look)
  observer.observe(document, all)
}

/** Has each approval window that opens note its times. Returns what ends that. */
export const watchWindows = (context: BrowserContext, count: number) =>
  context.addInitScript({
    content: `if (location.href.includes('popup.html?approval')) (${noteTimes.toString()})(${count}, ['readable', 'verdict', 'armed'])`,
  })

/** Returns how far a window had come with its page when; it has painted by now. */
export const loadedIn = (window: Page): Promise<Loaded> =>
  window.evaluate(() => {
    const { timeOrigin } = performance
    const [first] = performance.getEntriesByName('first-contentful-paint')
    const [navigation] = performance
      .getEntries()
      .filter((one) => one instanceof PerformanceNavigationTiming)
    return {
      opened: timeOrigin,
      // A document is parsed once its modules have run.
      ran: timeOrigin + (navigation?.domContentLoadedEventStart ?? Number.NaN),
      painted: timeOrigin + (first?.startTime ?? Number.NaN),
    }
  })

/** Waits until Approve is armed and returns what the window noted. */
export const seenIn = async (window: Page): Promise<Times> => {
  const { readable, verdict, armed } = await window.evaluate(async () => {
    const watched = globalThis as unknown as Watched
    await watched.noted
    return watched.seen
  })
  if (!readable || !verdict || !armed)
    throw new Error('Approve was armed before all was on the screen.')
  const loaded = await loadedIn(window)
  return {
    ...loaded,
    // A frame is handed over some ms before it is on the screen, and the empty window counts from there.
    readable: Math.max(readable, loaded.painted),
    verdict: Math.max(verdict, armed - guard, loaded.painted),
  }
}

/** Waits until Approve is armed, on a machine as slow as it may be. */
export const armed = (window: Page) =>
  window.waitForFunction(
    () =>
      document.querySelector('footer button[name="approve"]:not([aria-disabled="true"])') !== null,
    undefined,
    { timeout: 120_000 },
  )
