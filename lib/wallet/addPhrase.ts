import { keepSetting } from '../db/settings'
import type { Handler } from './door'

/** A new phrase is one to be reminded of until the user has shown that it was written down. */
export const addPhrase: Handler<'addPhrase'> = async ({ phrase }, { keyring }) => {
  const { isPhrase, newPhrase } = await import('../keyring/derive')
  if (phrase !== null && !isPhrase(phrase)) return 'bad phrase'
  // Before the vault: a reminder too many is better than one too few.
  if (phrase === null) await keepSetting('isPhraseUnchecked', true)
  const isAdded = await keyring.addPhrase(phrase ?? newPhrase(), phrase === null ? 1 : 2)
  return isAdded ? 'done' : 'locked'
}
