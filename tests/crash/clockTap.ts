import { begin, lifeNow } from './effects.ts'

/** Whether who looks at the clock is the wallet itself, not the database's stand-in or a runtime's own timer. */
const isWallet = (): boolean => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 3
  const caller = new Error().stack?.split('\n')[3] ?? ''
  Error.stackTraceLimit = stackTraceLimit
  return !/node_modules|node:/.test(caller)
}

/** Has every look at the clock and all randomness of the wallet counted; gives back how to stop. */
export const tapClock = (): (() => void) => {
  const { now } = Date
  const random = crypto.getRandomValues.bind(crypto)
  Date.now = () => {
    const life = lifeNow()
    if (!life || !isWallet()) return now()
    if (!life.isOver) begin(life, { kind: 'clock', name: 'now' })
    return now() + life.host.passed
  }
  crypto.getRandomValues = (bytes) => {
    const life = lifeNow()
    if (life && !life.isOver && isWallet())
      begin(life, { kind: 'random', name: `${bytes.byteLength} bytes` })
    return random(bytes)
  }
  return () => {
    Date.now = now
    crypto.getRandomValues = random
  }
}
