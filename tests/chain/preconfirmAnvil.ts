import { spawn } from 'node:child_process'
import { anvilBinary } from './binary.ts'

const startTimeout = 15_000

/** Starts an anvil that mines only when told to, in the order of arrival; resolves once it listens. */
export const startIdleAnvil = (
  flags: (string | number)[],
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const always = ['--host', '127.0.0.1', '--port', '0', '--no-mining', '--order', 'fifo']
  const anvil = spawn(anvilBinary(), [...always, ...flags.map(String)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => anvil.once('close', () => resolve()))
  const kill = () => anvil.kill('SIGKILL')
  // A crash of this process must not leave a chain behind.
  process.once('exit', kill)
  void ended.then(() => process.off('exit', kill))
  const stop = () => {
    kill()
    return ended
  }

  return new Promise((resolve, reject) => {
    let output = ''
    const fail = () => {
      kill()
      reject(new Error(`anvil did not come up: ${output.slice(-500)}`))
    }
    const timer = setTimeout(fail, startTimeout)
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
    anvil.once('error', fail)
    anvil.once('close', fail)
  })
}
