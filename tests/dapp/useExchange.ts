import { useState } from 'react'
import type { Connector } from 'wagmi'
import { isObject } from './json'
import { recorded } from './recorded'
import { ask, toRpcError, type WalletRequest, type RpcError } from './walletRequest'

type Answer = { result: unknown } | { error: RpcError }

/** A request and its answer; the answer is null until the user decides. */
export type Exchange = { request: WalletRequest; answer: Answer | null }

/** The batch whose status is shown; `round` makes a repeated look-up of one ID a new query. */
export type Watched = { id: string; round: number }

/** Sends requests, keeps the newest exchange and watches its batch. */
export const useExchange = (connector: Connector | undefined) => {
  const [exchange, setExchange] = useState<Exchange | null>(null)
  const [watched, setWatched] = useState<Watched | null>(null)
  const [lastId, setLastId] = useState<string>()

  const watch = (id: string) => setWatched((was) => ({ id, round: (was?.round ?? 0) + 1 }))

  const send = async (request: WalletRequest) => {
    if (!connector) return
    setExchange({ request, answer: null })
    setWatched(null)
    const answer = await recorded(request.method, request.params, () =>
      ask(connector, request),
    ).then(
      (result): Answer => ({ result }),
      (thrown: unknown): Answer => ({ error: toRpcError(thrown) }),
    )
    // The answer of an older request may arrive after a newer request was sent: the panes show the newer one.
    setExchange((now) => (now?.request === request ? { request, answer } : now))
    const id = request.method === 'wallet_sendCalls' ? idOf(answer) : undefined
    if (id === undefined) return
    setLastId(id)
    watch(id)
  }

  return { exchange, watched, lastId, send, watch }
}

const idOf = (answer: Answer) =>
  'result' in answer && isObject(answer.result) && typeof answer.result.id === 'string'
    ? answer.result.id
    : undefined
