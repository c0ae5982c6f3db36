import type { PageAnswer } from '@/lib/page/provider'
import type { Delivery } from '@/lib/subscriptions/wire'
import { createHeld } from '@/lib/subscriptions/held'
import { topicOf } from '@/lib/subscriptions/criteria'
import { createSubscriptions } from '@/lib/subscriptions/subscriptions'
import { dapp } from '../accounts'
import { openChain } from './minedChain'

type Result = { miner?: string; data?: string; removed?: boolean }

let count = 0

/**
 * Pages with the relay's real memory, and a background that a test stops and starts. Fakes: the node, and a
 * clock that a test moves by `looks`.
 */
export const openPlace = () => {
  const chains = { 1: openChain(), 2: openChain() }
  const chainIds: Record<string, number> = {}
  const awake: boolean[] = []
  const waiting = new Set<() => void>()
  const waits: number[] = []

  const start = () =>
    createSubscriptions({
      request: (chainId, ...rest) => chains[chainId as 1].request(chainId, ...rest),
      wait: (ms) => {
        if (ms === 0) return Promise.resolve()
        waits.push(ms)
        return new Promise((resolve) => waiting.add(() => resolve()))
      },
      chainOf: (origin) => Promise.resolve(chainIds[origin] ?? 1),
      awake: (isNeeded) => awake.push(isNeeded),
    })
  const background = { subscriptions: start() }
  const pages: { line: { closed: () => void }; connect: () => void }[] = []

  /** Waits until all pending work is done. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

  /** Lets every network be looked at so many times. */
  const look = async (times = 1) => {
    await settle()
    for (let time = 0; time < times; time++) {
      for (const resume of [...waiting]) {
        waiting.delete(resume)
        resume()
      }
      await settle()
    }
  }

  /** Ends the background and starts another; the relays of all pages come back to it. */
  const restart = async () => {
    for (const page of pages) page.line.closed()
    waiting.clear()
    background.subscriptions = start()
    for (const page of pages) page.connect()
    await settle()
  }

  function openPage(origin = dapp) {
    const documentId = `document ${++count}`
    const told: [id: string, what: string][] = []
    const posted: Delivery[] = []
    const held = createHeld(([number, text]: PageAnswer) => {
      const { type, data } = JSON.parse(text) as {
        type: string
        data: { subscription: string; result: Result }
      }
      const { miner, data: logged, removed } = data.result
      if (number !== -2 || type !== 'eth_subscription') throw new Error(`told as ${type}`)
      told.push([data.subscription, `${miner ?? `log ${String(logged)}`}${removed ? ' gone' : ''}`])
    })
    const open = () =>
      background.subscriptions.opened({ documentId, origin }, (delivery) => {
        posted.push(delivery)
        if (!page.isDeaf) held.hear(structuredClone(delivery))
      })
    const page = {
      told,
      held,
      posted,
      documentId,
      origin,
      /** Loses all messages from here on, as when the Port breaks. */
      isDeaf: false,
      line: open(),
      connect() {
        page.line = open()
        const resume = held.resume()
        if (resume) page.line.hear(resume)
      },
      subscribe(kind: 'newHeads' | 'logs', address?: `0x${string}`) {
        const wire = JSON.stringify([kind, ...(address ? [{ address }] : [])])
        const asked = { id: (++count).toString(16).padStart(32, '0'), documentId, origin, wire }
        const criteria = { address, topics: undefined }
        const topic = topicOf([kind, criteria])
        return background.subscriptions.subscribe(asked, topic, chainIds[origin] ?? 1)
      },
      unsubscribe: (id: string) =>
        background.subscriptions.unsubscribe({ id: '', documentId, origin, wire: '' }, id),
      heard: () => told.map(([, what]) => what),
    }
    pages.push(page)
    return page
  }

  const isLooking = () => waiting.size > 0
  return {
    chains,
    chain: chains[1],
    chainIds,
    awake,
    waits,
    look,
    restart,
    openPage,
    isLooking,
    background,
  }
}
