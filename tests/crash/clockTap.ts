import { getCallSites } from 'node:util'
import { begin, lifeNow } from './effects.ts'

/** True if the wallet's own code reads the clock, not the database's stand-in or a timer of the runtime. */
const isWallet = (): boolean => {
  const caller = getCallSites(3, { sourceMap: false }).at(2)?.scriptName ?? ''
  return !/node_modules|node:/.test(caller)
}

/** Counts every clock read and random draw of the wallet as an effect. Returns how to stop. */
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
