/** What one tab may have open with the wallet (requests, characters of them), and how much of it runs at once. */
export const share = { running: 16, open: 1_000, characters: 8 * 1024 * 1024 }

type Line = { running: number; open: number; characters: number; waiting: (() => void)[] }

/** Has a request run in its turn; `rest` lets the next one start before this one has ended. */
export type TabQueues = {
  /** False, and nothing runs, if the tab has as much open as it may. */
  take: (tab: string, characters: number, run: (rest: () => void) => Promise<void>) => boolean
  /** How many requests are kept, of all tabs. */
  kept: () => number
}

/**
 * A line for each tab, so that a page that asks without end holds up itself alone and costs a bounded
 * amount of memory. By tab, because a page can frame as many origins as it likes.
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
