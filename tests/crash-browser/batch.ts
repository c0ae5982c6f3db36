import { numberToHex } from 'viem'
import { type Answer, request, sendCalls } from '../e2e/support/site.ts'
import type { Bench } from './bench.ts'
import { callsOf, paidBy } from './batchKinds.ts'
import { observer } from './observe.ts'
import type { Trial } from './plan.ts'
import { decide } from './user.ts'

/** Creates the batch of a trial, with the views of its site, its user and the chain. */
export const batchOf = (bench: Bench, { kind, number }: Trial) => {
  const chain = bench.chains[kind.network]
  const { chainId } = chain.contracts
  const id = `trial ${number}`
  let told: Answer | undefined

  // Read each time: a restarted browser has new pages.
  const site = () => bench.session.sites[kind.network]
  const ask = () => request(site(), 'wallet_getCallsStatus', [id])
  const paid = () => paidBy(number, chain)
  const isTold = () => told?.result !== undefined

  /** The site sends the batch and the user approves; each promise rejects if its browser is killed. */
  const send = () => {
    const times = { asked: Date.now(), approved: Date.now() }
    const { atomicRequired, isRefused } = kind
    const calls = callsOf(number, chain)
    const over = { id, chainId: numberToHex(chainId), atomicRequired, calls }
    const answered = sendCalls(site(), over).then((answer) => (told = answer))
    const { promise: approved, resolve } = Promise.withResolvers<void>()
    const decided = decide(bench.session.wallet.context, {
      isRefused,
      isOver: () => told !== undefined,
      onClick() {
        times.approved = Date.now()
        resolve()
      },
    })
    return { times, answered, decided, approved: Promise.race([approved, decided]) }
  }

  const status = observer({ ask, paid, isAtomic: kind.isAtomic, isTold })
  return { id, chain, ask, paid, isTold, send, status }
}
