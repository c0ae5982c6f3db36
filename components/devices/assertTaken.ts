import { deviceError } from './ledger/fault'

/**
 * Throws why the wallet did not take a device's signature. One that comes late is no fault: the screen shows by itself
 * what is asked instead, or that nothing is.
 */
export const assertTaken = (answer: 'done' | 'late' | 'wrong' | 'locked'): void => {
  if (answer === 'wrong') throw deviceError('bad answer')
  if (answer === 'locked') throw deviceError('wallet locked')
}
