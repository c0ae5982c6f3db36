import { browser } from 'wxt/browser'
import { poll, wait } from '../async'
import { isRpcError } from '../rpc/errors'
import { setPanel } from '../browser/panels'
import type { QuoteUpdate, WalletMessage } from './client'
import type { PageAnswers } from './answers'
import type { SessionState, WalletServices } from './services'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { int } from '../rpc/schema'
import type { QuoteResult } from '../quotes/quotes'
import { checkedBy } from './verb'

type Port = Parameters<Parameters<typeof browser.runtime.onConnect.addListener>[0]>[0]

/** True if the Port comes from the wallet's own page; a content script's sender has the URL of its site. */
const isOwnPage = ({ sender }: Port): boolean =>
  sender?.id === browser.runtime.id &&
  sender.url?.split(/[?#]/)[0] === browser.runtime.getURL('/popup.html')

/** Returns the code of an error for the page, which has its own texts; library messages are never sent. */
const codeOf = (error: unknown): string => (isRpcError(error) ? String(error.code) : '-32603')

const seenOf = (told: QuoteResult): QuoteUpdate => {
  if (told === 'same') return { isSame: true }
  return 'quote' in told ? told : { error: codeOf(told.error) }
}

/**
 * Checks a page's message: a verb under a number, the request whose quote to watch (null: none), or the window that the
 * page is the panel of (null: it is out of sight).
 */
const checkMessage = checkedBy(() =>
  v.union([
    object({ look: int, params: v.optional(v.unknown()) }),
    object({ panelOf: v.nullable(int) }),
    object({ id: int, verb: v.string(), params: v.optional(v.unknown()) }),
  ]),
)

/** Returns the checked message; undefined if it is malformed and so has no number to answer under. */
const read = (message: unknown) => {
  try {
    return checkMessage(message)
  } catch {
    return undefined
  }
}

/** Pause before what answers pages is loaded again for a page that watches, in ms. */
const again = 2_000

const post = (port: Port, message: WalletMessage) => {
  try {
    port.postMessage(message)
  } catch {
    // The page has closed, so nobody waits for the message.
  }
}

/**
 * Accepts the Ports of the wallet's own pages. What answers them is loaded by the first page; their verbs wait until
 * the background has `started`.
 */
export const openWalletDoor = (
  answers: () => Promise<PageAnswers>,
  { adoptApprovals }: Pick<WalletServices, 'adoptApprovals'>,
  session: () => Promise<SessionState>,
  started: Promise<unknown>,
): { tell: () => void; isOpen: () => boolean } => {
  const connected = new Set<Port>()
  const tellOne = async (port: Port) => post(port, { session: await session() })

  const run = async (verb: string, params: unknown): Promise<unknown> => {
    const { perform } = await answers()
    await started
    return perform(verb, params)
  }

  /**
   * Watches a quote. Returns a function that stops it, also one that has not begun. Where what answers could not be
   * loaded, the page is told, and it is tried again for as long as the page watches: a page asks once. `onLoaded`
   * gets what answers.
   */
  const watchQuote = (
    params: unknown,
    tell: (told: QuoteResult) => void,
    onLoaded: (loaded: PageAnswers) => void,
  ): (() => void) => {
    let isOver = false
    let stop: (() => void) | undefined
    const begin = async (): Promise<number | undefined> => {
      const loaded = await answers().catch((error: unknown) => void (isOver || tell({ error })))
      if (isOver) return undefined
      if (!loaded) return again
      onLoaded(loaded)
      stop = loaded.watch(params, tell)
      return undefined
    }
    void poll(begin, { now: () => Date.now(), wait }).catch((error: unknown) => tell({ error }))
    return () => {
      isOver = true
      stop?.()
    }
  }

  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== 'wallet') return
    if (!isOwnPage(port)) return port.disconnect()
    connected.add(port)
    void tellOne(port)
    // A page asks for something as soon as it is open.
    void answers().catch(() => undefined)
    const { tab, url } = port.sender ?? {}
    if (url?.endsWith('?approval') && tab) void adoptApprovals(tab.windowId).catch(() => undefined)
    let stopWatching: (() => void) | undefined
    let left: (() => void) | undefined
    const watch = (id: number, params: unknown) => {
      stopWatching?.()
      stopWatching = watchQuote(
        params,
        (told) => post(port, { look: id, ...seenOf(told) }),
        (loaded) => (left = loaded.left),
      )
    }
    port.onDisconnect.addListener(() => {
      connected.delete(port)
      setPanel(port, undefined)
      stopWatching?.()
      left?.()
    })
    port.onMessage.addListener((heard: unknown) => {
      const message = read(heard)
      if (!message) return
      if ('look' in message) return watch(message.look, message.params)
      if ('panelOf' in message) {
        // A page in a tab is beside no tab, whatever its address says.
        if (!tab) setPanel(port, message.panelOf ?? undefined)
        return
      }
      const { id, verb, params } = message
      void run(verb, params).then(
        (result) => post(port, { id, result }),
        (error: unknown) => post(port, { id, error: codeOf(error) }),
      )
    })
  })

  return {
    tell: () => connected.forEach((port) => void tellOne(port)),
    isOpen: () => connected.size > 0,
  }
}
