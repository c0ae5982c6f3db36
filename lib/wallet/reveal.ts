import type { Handler } from './door'

/** The one answer with a secret in it. It goes to the wallet's own page, and only with the password. */
export const reveal: Handler<'reveal'> = ({ password, of }, { keyring }) =>
  keyring.reveal(password, of)
