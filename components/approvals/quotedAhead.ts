import type { Quoted } from '@/lib/quotes/quotes'
import { wallet } from '../store/session'

/** How long, in ms, a quote that was begun with its request counts as new: until a page has usually drawn it. */
const early = 1_000

/** The quote that came before a screen was drawn, at `at` ms of `performance.now()`. */
type Ahead = { key: string; quoted: Quoted; at: number }

let ahead: Ahead | undefined

/**
 * Asks for the quote that the background began when a request came, so that the first screen has it. It begins none,
 * watches nothing and ends no request: all that stays with the screen.
 */
export const loadQuote = async (id: string): Promise<void> => {
  const params = { id }
  const quoted = await wallet('begunQuote', params)
  if (quoted) ahead = { key: JSON.stringify(params), quoted, at: performance.now() }
}

/** Returns that quote, where it is of these params and new. */
export const quotedAhead = (key: string): Ahead | undefined =>
  ahead?.key === key && performance.now() - ahead.at < early ? ahead : undefined
