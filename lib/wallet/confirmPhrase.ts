import { keepSetting } from '../db/settings'
import type { Handler } from './door'

/** Compares what the user typed from paper with the phrase. */
export const confirmPhrase: Handler<'confirmPhrase'> = async ({ words }, { keyring }) => {
  const isRight = await keyring.hasWords(words)
  if (isRight === undefined) return 'locked'
  if (!isRight) return 'wrong words'
  await keepSetting('isPhraseUnchecked', undefined)
  return 'done'
}
