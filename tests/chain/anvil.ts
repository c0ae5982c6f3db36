import { development } from './development.ts'
import { listen, type Anvil } from './listen.ts'

export type AnvilOptions = {
  /** 0: any free port. */
  port?: number
  /** Environment variable that sets another port; named in the error if the port is taken. */
  portVariable?: string
  chainId?: number
  hardfork?: 'cancun' | 'prague' | 'osaka'
  /** Seconds between blocks; without it, each transaction gets a block. */
  blockTime?: number
  /** Slots in an epoch, 32 by default: a block is final two epochs later. */
  epoch?: number
}

const argumentsFor = ({
  port = 0,
  chainId = 31337,
  hardfork = 'osaka',
  blockTime,
  epoch,
}: AnvilOptions) =>
  [
    ['--port', port],
    ['--chain-id', chainId],
    ['--hardfork', hardfork],
    ['--mnemonic', development.phrase],
    blockTime ? ['--block-time', blockTime] : [],
    epoch ? ['--slots-in-an-epoch', epoch] : [],
  ]
    .flat()
    .map(String)

const reasonOf = (output: string, { port, portVariable = 'VOLLEY_CHAIN_PORT' }: AnvilOptions) => {
  if (output.includes('Address already in use'))
    return `port ${port} on 127.0.0.1 is taken; end what listens there or set ${portVariable} to a free one`
  const error = /Error: (.+)/.exec(output)?.[1]
  return error ? `anvil says: ${error}` : 'anvil ended without a reason'
}

/** Starts anvil and resolves when it listens. Rejects with one sentence if it does not come up. */
export const startAnvil = (options: AnvilOptions = {}): Promise<Anvil> =>
  listen(argumentsFor(options), (output, waited) => {
    const reason = waited
      ? `port ${options.port ?? 'of its choice'} did not answer ${waited}`
      : reasonOf(output, options)
    return `The local chain did not come up: ${reason}.`
  })
