import type { Handler } from './door'

/** The list of words is where keys are made, so the page asks. */
export const judgePhrase: Handler<'judgePhrase'> = async ({ phrase }) =>
  (await import('../keyring/derive')).judgePhrase(phrase)
