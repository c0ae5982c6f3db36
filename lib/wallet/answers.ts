import * as v from 'valibot'
import { approvalsChanged, find } from '../approvals/approvals'
import { requestOf } from '../batch/batchRequest'
import type { Approval } from '../db'
import { verbs } from './index'
import { quoteParams, type QuoteResult } from '../quotes/quotes'
import { aheadOf } from '../quotes/waitingRequest'
import type { WalletServices } from './services'
import { checkedBy } from './verb'

const checkWatched = checkedBy(() => v.nullable(quoteParams()))

/** Returns the account that a waiting batch is of; undefined once it is decided. */
const accountOf = async (id: string) => {
  const row = await find(id)
  return row?.state === 'pending' ? requestOf(row).from : undefined
}

/** Answers what the wallet's own pages ask: the code behind their door, loaded when the first of them opens it. */
export const createAnswers = (services: WalletServices) => {
  const { quotes, keyring } = services
  approvalsChanged.on(
    () => void keyring.readyKey.check(async (id) => (await find(id))?.state !== 'rejected'),
  )
  return {
    /** Carries out a verb. Throws if there is none of this name; -32602 for params of another shape. */
    perform: async (verb: string, params: unknown): Promise<unknown> => {
      if (!Object.hasOwn(verbs, verb)) throw new Error('unknown verb')
      return verbs[verb as keyof typeof verbs](params, services)
    },

    /** Begins to quote a request whose page is about to open. */
    quoteAhead: (row: Approval): void => quotes.begin({ id: row.id }, aheadOf(row)),

    /**
     * Watches the quote of a request, whose account's key is made ready meanwhile; null: of none. Returns a function that
     * stops watching. Throws -32602 for params of another shape.
     */
    watch: (params: unknown, tell: (told: QuoteResult) => void): (() => void) => {
      const watched = checkWatched(params)
      if (!watched) return () => undefined
      keyring.prepareKey(watched.id, () => accountOf(watched.id))
      return quotes.watch(watched, tell)
    },

    /** Drops the key that was made ready for a page that has closed. */
    left: (): void => keyring.readyKey.leave(),
  }
}

/** Code that answers pages, as their door holds it. */
export type PageAnswers = ReturnType<typeof createAnswers>
