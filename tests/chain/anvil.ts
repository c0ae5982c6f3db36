import { spawn } from 'node:child_process'
import { anvilBinary } from './binary.ts'
import { development } from './development.ts'

export type AnvilOptions = {
  /** 0 takes a free port. */
  port?: number
  /** What the user can set where the port is taken. */
  portVariable?: string
  chainId?: number
  hardfork?: 'cancun' | 'prague' | 'osaka'
  /** Seconds between blocks; without it a block is mined for each transaction. */
  blockTime?: number
  /** A block is final once it lies two epochs of so many blocks deep; 32 without it. */
  epoch?: number
}

type Anvil = { url: string; stop: () => Promise<void> }

const startTimeout = 15_000

const argumentsFor = ({
  port = 0,
  chainId = 31337,
  hardfork = 'osaka',
  blockTime,
  epoch,
}: AnvilOptions) =>
  [
    ['--host', '127.0.0.1'],
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

/** Starts anvil and resolves once it listens; a chain that does not come up is one sentence. */
export const startAnvil = (options: AnvilOptions = {}): Promise<Anvil> => {
  const port = options.port ?? 0
  const anvil = spawn(anvilBinary(), argumentsFor(options), { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => anvil.once('close', () => resolve()))
  const kill = () => anvil.kill('SIGKILL')
  // A crash of this process must not leave a chain behind that holds the port.
  process.once('exit', kill)
  void ended.then(() => process.off('exit', kill))
  const stop = () => {
    kill()
    return ended
  }

  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (reason: string) => {
      clearTimeout(timer)
      kill()
      reject(new Error(`The local chain did not come up: ${reason}.`))
    }
    const timer = setTimeout(
      () => fail(`port ${port || 'of its choice'} did not answer within ${startTimeout / 1000} s`),
      startTimeout,
    )
    const read = (chunk: Buffer) => {
      if (output.length > 100_000) return
      output += chunk.toString()
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve({ url: `http://${address}`, stop })
    }
    anvil.stdout.on('data', read)
    anvil.stderr.on('data', read)
    anvil.once('error', (error) => fail(error.message))
    anvil.once('close', () => fail(reasonOf(output, options)))
  })
}
