import { journal } from '../db'
import type { Handler } from './door'

/** A repeated import, after the worker was stopped under the first, finds the vault and unlocks it. */
export const importPhrase: Handler<'importPhrase'> = async ({ phrase, password }, { keyring }) => {
  const { isPhrase } = await import('../keyring/derive')
  if (!isPhrase(phrase)) return 'bad phrase'
  if (!(await journal.vault.get('vault'))) await keyring.create(phrase, password)
  else if (!(await keyring.unlock(password))) return 'bad phrase'
  return 'done'
}
