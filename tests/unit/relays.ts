import type { PageAnswer } from '@/lib/provider'
import {
  createRelay,
  type RelayAnswer,
  type RelayPort,
  type RelayRequest,
  type Surroundings,
} from '@/lib/relay'

/** A fake of a runtime Port, seen from both ends. */
const makePort = () => {
  const posted: RelayRequest[] = []
  let hear: (answer: RelayAnswer) => void = () => undefined
  let end: () => void = () => undefined
  const port: RelayPort = {
    postMessage: (request) => posted.push(request),
    onMessage: { addListener: (listener) => (hear = listener) },
    onDisconnect: { addListener: (listener) => (end = listener) },
  }
  return { port, posted, answer: (answer: RelayAnswer) => hear(answer), lose: () => end() }
}

/** A relay between a page and an extension that a test ends. */
export const openRelay = (look = (): Surroundings => ({ isQuiet: false })) => {
  const ports: ReturnType<typeof makePort>[] = []
  const answers: PageAnswer[] = []
  const extension = { isGone: false }
  const relay = createRelay(
    () => {
      if (extension.isGone) return undefined
      const made = makePort()
      ports.push(made)
      return made.port
    },
    (answer) => answers.push(answer),
    look,
  )
  const last = () => {
    const port = ports.at(-1)
    if (!port) throw new Error('no port was opened')
    return port
  }
  return { relay, ports, answers, extension, last }
}
