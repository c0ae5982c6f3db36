/** Limits of one tab: requests that run at once, requests that are open, and characters of the open ones. */
export const share = { running: 16, open: 1_000, characters: 8 * 1024 * 1024 }

type Line = { running: number; open: number; characters: number; waiting: (() => void)[] }

/** Queue of requests by tab. */
export type TabQueues = {
  /**
   * Runs a request when its tab has a free place; `rest` frees the place before the request ends. Returns
   * false and runs nothing if the tab has reached its limit of open requests or characters.
   */
  take: (tab: string, characters: number, run: (rest: () => void) => Promise<void>) => boolean
  /** Returns the number of open requests of all tabs. */
  kept: () => number
}

/**
 * Creates a bounded queue for each tab: a page that floods the wallet delays only itself and uses bounded
 * memory. By tab, not by origin, because a page can embed frames of any number of origins.
 */
export const createTabQueues = (): TabQueues => {
  const lines = new Map<string, Line>()

  const startNext = (line: Line) => {
    while (line.running < share.running && line.waiting.length > 0) line.waiting.shift()?.()
  }

  const take: TabQueues['take'] = (tab, characters, run) => {
    const line = lines.get(tab) ?? { running: 0, open: 0, characters: 0, waiting: [] }
    if (line.open >= share.open || line.characters + characters > share.characters) return false
    lines.set(tab, line)
    line.open++
    line.characters += characters
    line.waiting.push(() => {
      let isRunning = true
      const rest = () => {
        if (!isRunning) return
        isRunning = false
        line.running--
        startNext(line)
      }
      line.running++
      void run(rest).finally(() => {
        line.open--
        line.characters -= characters
        if (line.open === 0) lines.delete(tab)
        rest()
      })
    })
    startNext(line)
    return true
  }

  return { take, kept: () => [...lines.values()].reduce((sum, { open }) => sum + open, 0) }
}
