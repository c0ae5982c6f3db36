/**
 * The phrase that every local chain funds and that everyone knows: worthless, and unsafe to hold
 * anything with, outside the local chain. No package of the extension may contain either value.
 */
export const development = {
  phrase: 'test test test test test test test test test test test junk',
  password: 'local-chain-only-password',
}
