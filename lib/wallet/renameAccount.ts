import { journal } from '../db'
import type { Handler } from './door'

const longest = 32

/** Names an account. Marks that turn text around or hide in it are no part of a name. */
export const renameAccount: Handler<'renameAccount'> = async ({ address, name }) => {
  const clean = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()
  if (clean === '' || clean.length > longest) return 'bad name'
  await journal.accounts.update(address, { name: clean })
  return 'done'
}
