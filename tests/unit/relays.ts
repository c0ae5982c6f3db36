import type { PageAnswer } from '@/lib/page/provider'
import {
  createRelay,
  type RelayAnswer,
  type RelayPort,
  type RelayRequest,
  type RelayWorld,
} from '@/lib/page/relay'
import { nodeMethods } from '@/lib/site/nodeMethods'
import { createHeld } from '@/lib/subscriptions/held'
import type { Resume } from '@/lib/subscriptions/wire'

/** A fake of a runtime Port, seen from both ends. */
const makePort = () => {
  const posted: RelayRequest[] = []
  const resumed: Resume[] = []
  const acknowledged: string[] = []
  const order: string[] = []
  let hear: (answer: RelayAnswer) => void = () => undefined
  let end: () => void = () => undefined
  const port: RelayPort = {
    postMessage: (message) => {
      if ('acknowledged' in message) return void acknowledged.push(message.acknowledged)
      order.push('held' in message ? 'held' : 'id')
      if ('held' in message) resumed.push(message)
      else posted.push(message)
    },
    onMessage: { addListener: (listener) => (hear = listener) },
    disconnect: () => undefined,
    onDisconnect: { addListener: (listener) => (end = listener) },
  }
  return {
    port,
    posted,
    resumed,
    acknowledged,
    order,
    answer: (answer: RelayAnswer) => hear(answer),
    lose: () => end(),
  }
}

/** A relay between a page and an extension that a test ends. */
export const openRelay = (look = (): RelayWorld => ({ isQuiet: false })) => {
  const ports: ReturnType<typeof makePort>[] = []
  const answers: PageAnswer[] = []
  const extension = { isGone: false }
  const answer = (one: PageAnswer) => answers.push(one)
  const relay = createRelay(
    () => {
      if (extension.isGone) return undefined
      const made = makePort()
      ports.push(made)
      return made.port
    },
    answer,
    look,
    createHeld(answer),
    (method) => nodeMethods.has(method),
  )
  const last = () => {
    const port = ports.at(-1)
    if (!port) throw new Error('no port was opened')
    return port
  }
  return { relay, ports, answers, extension, last }
}
