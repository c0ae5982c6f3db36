import { listen } from './listen.ts'

/** Starts an anvil that mines only on demand, in the order of arrival; resolves when it listens. */
export const startIdleAnvil = (flags: (string | number)[]) =>
  listen(
    ['--port', '0', '--no-mining', '--order', 'fifo', ...flags.map(String)],
    (output) => `anvil did not come up: ${output.slice(-500)}`,
  )
