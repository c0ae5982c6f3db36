import { journal } from '../db'
import type { Handler } from './door'

/** The next account of the phrase, as the page counted it; one that is there already is the answer to a repeat. */
export const addAccount: Handler<'addAccount'> = async ({ path }, { keyring }) => {
  if (!Number.isSafeInteger(path) || path < 0 || path >= 2 ** 31) throw new Error('no such path')
  const accounts = await journal.accounts.toArray()
  const isThere = accounts.some(
    ({ source, path: own, index }) => !source && (own ?? index) === path,
  )
  return isThere || (await keyring.addPath(path)) ? 'done' : 'locked'
}
