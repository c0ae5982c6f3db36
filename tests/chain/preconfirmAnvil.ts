import { listen } from './listen.ts'

/** Starts an anvil that mines only when told to, in the order of arrival; resolves once it listens. */
export const startIdleAnvil = (flags: (string | number)[]) =>
  listen(
    ['--port', '0', '--no-mining', '--order', 'fifo', ...flags.map(String)],
    (output) => `anvil did not come up: ${output.slice(-500)}`,
  )
