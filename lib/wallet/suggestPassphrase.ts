import type { Handler } from './door'

/** Six words of the same list that phrases are made of. */
export const suggestPassphrase: Handler<'suggestPassphrase'> = async () =>
  (await import('../keyring/derive')).randomWords(6)
