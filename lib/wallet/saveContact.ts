import { journal } from '../db'
import type { Handler } from './door'

/** Gives an address a name of the user's, or another one; null takes it away. */
export const saveContact: Handler<'saveContact'> = async ({ address, name }) => {
  if (name === null) await journal.contacts.delete(address)
  else await journal.contacts.put({ address, name })
  return null
}
