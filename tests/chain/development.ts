/**
 * The phrase that every local chain funds, known to everyone: never use it outside the local chain. No
 * package of the extension may contain either value.
 */
export const development = {
  phrase: 'test test test test test test test test test test test junk',
  password: 'local-chain-only-password',
}
