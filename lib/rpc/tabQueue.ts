/**
 * Limits of one tab: requests that run at once, as many of each kind; requests that are open, and characters of the open
 * ones.
 */
export const share = { running: 16, open: 1_000, characters: 8 * 1024 * 1024 }

/** Limits of all tabs together. Characters take one byte of memory each, or two. */
export const total = { open: 5_000, characters: 32 * 1024 * 1024 }

/** Bytes that a tab may hold although the others hold the total: room for one request of the longest kind. */
export const reserve = { open: 16, characters: 1_100_000 }

/** Sender of a request within its tab: the top document, or a frame, by its origin. */
export type TabSender = { tab: string; frame?: string | undefined }

/** A request that a node answers, or one that the wallet answers by itself. */
type Kind = 'node' | 'own'

type Held = { open: number; characters: number }

type Places = { running: number; waiting: (() => void)[] }

/** Open requests of a tab's top document, or of one origin in its frames. */
type Member = Held & Record<Kind, Places>

type Line = { top: Member; frames: Map<string, Member> }

/** Queue of requests by tab. */
export type TabQueues = {
  /**
   * Runs a request when its tab has a free place of its kind; `rest` frees the place before the request ends.
   * Returns false and runs nothing if the sender has reached its limit of open requests or characters.
   */
  take: (
    sender: TabSender,
    about: { characters: number; kind: Kind },
    run: (rest: () => void) => Promise<void>,
  ) => boolean
  /** Returns the number of open requests of all tabs. */
  kept: () => number
}

const sum = (members: Iterable<Held>): Held => {
  const held = { open: 0, characters: 0 }
  for (const { open, characters } of members) {
    held.open += open
    held.characters += characters
  }
  return held
}

/** True if one more request of so many characters stays within a part of a limit. */
const fits = (held: Held, characters: number, limit: typeof total, part = 1): boolean =>
  held.open < limit.open * part && held.characters + characters <= limit.characters * part

const emptyMember = (): Member => ({
  open: 0,
  characters: 0,
  node: { running: 0, waiting: [] },
  own: { running: 0, waiting: [] },
})

const runningOf = (frames: Line['frames'], kind: Kind): number =>
  [...frames.values()].reduce((count, frame) => count + frame[kind].running, 0)

/**
 * Creates a bounded queue for each tab: a page that floods the wallet delays only itself and uses bounded
 * memory. By tab, because a page can embed frames of any number of origins; half of a tab's share belongs to
 * its top document, so that no frame turns the wallet off for the page around it. What the wallet answers by itself
 * has places of its own, so that it waits behind no silent node.
 */
export const createTabQueues = (): TabQueues => {
  const lines = new Map<string, Line>()

  const all = (line: Line) => sum([line.top, ...line.frames.values()])
  const everything = () => sum([...lines.values()].map(all))

  /** Returns the next member to run: the frames in turn, up to half of the places, else the top document. */
  const nextOf = ({ top, frames }: Line, kind: Kind): Places | undefined => {
    const framed = runningOf(frames, kind)
    if (top[kind].running + framed >= share.running) return undefined
    if (framed < share.running / 2)
      for (const [origin, frame] of frames)
        if (frame[kind].waiting.length > 0) {
          // Last in the map, and so in the next turn.
          frames.delete(origin)
          frames.set(origin, frame)
          return frame[kind]
        }
    return top[kind].waiting.length > 0 ? top[kind] : undefined
  }

  const startNext = (line: Line, kind: Kind) => {
    for (let next = nextOf(line, kind); next; next = nextOf(line, kind)) next.waiting.shift()?.()
  }

  const hasRoom = (line: Line, member: Member, characters: number): boolean => {
    const isFrame = member !== line.top
    if (!fits(all(line), characters, share)) return false
    if (isFrame && !fits(sum(line.frames.values()), characters, share, 1 / 2)) return false
    // One origin in frames leaves room for another.
    if (isFrame && !fits(member, characters, share, 1 / 4)) return false
    return fits(everything(), characters, total) || fits(all(line), characters, reserve)
  }

  const take: TabQueues['take'] = ({ tab, frame }, { characters, kind }, run) => {
    const line = lines.get(tab) ?? { top: emptyMember(), frames: new Map<string, Member>() }
    const member = frame === undefined ? line.top : (line.frames.get(frame) ?? emptyMember())
    if (!hasRoom(line, member, characters)) return false
    lines.set(tab, line)
    if (frame !== undefined && !line.frames.has(frame)) line.frames.set(frame, member)
    member.open++
    member.characters += characters
    const places = member[kind]
    places.waiting.push(() => {
      let isRunning = true
      const rest = () => {
        if (!isRunning) return
        isRunning = false
        places.running--
        startNext(line, kind)
      }
      places.running++
      void run(rest).finally(() => {
        member.open--
        member.characters -= characters
        if (frame !== undefined && member.open === 0) line.frames.delete(frame)
        if (line.top.open === 0 && line.frames.size === 0) lines.delete(tab)
        rest()
      })
    })
    startNext(line, kind)
    return true
  }

  return { take, kept: () => everything().open }
}
