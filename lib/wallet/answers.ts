import * as z from 'zod/mini'
import { verbs } from './index'
import { quoteParams, type QuoteResult } from '../quotes/quotes'
import type { WalletServices } from './services'
import { checkedBy } from './verb'

const checkWatched = checkedBy(() => z.nullable(quoteParams()))

/** Answers what the wallet's own pages ask: the code behind their door, loaded when the first of them opens it. */
export const createAnswers = (services: WalletServices) => ({
  /** Carries out a verb. Throws if there is none of this name; -32602 for params of another shape. */
  perform: async (verb: string, params: unknown): Promise<unknown> => {
    if (!Object.hasOwn(verbs, verb)) throw new Error('unknown verb')
    return verbs[verb as keyof typeof verbs](params, services)
  },

  /** Begins to quote a request whose page is about to open. */
  quoteAhead: (id: string): void => services.quotes.begin({ id }),

  /**
   * Watches the quote of a request; null: of none. Returns a function that stops watching. Throws -32602 for params of
   * another shape.
   */
  watch: (params: unknown, tell: (told: QuoteResult) => void): (() => void) => {
    const watched = checkWatched(params)
    return watched ? services.quotes.watch(watched, tell) : () => undefined
  },
})

/** Code that answers pages, as their door holds it. */
export type PageAnswers = ReturnType<typeof createAnswers>
