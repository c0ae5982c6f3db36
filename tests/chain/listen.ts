import { spawn } from 'node:child_process'
import { anvilBinary } from './binary.ts'

export type Anvil = { url: string; stop: () => Promise<void> }

const startTimeout = 60_000

/**
 * Shell script that ends its program when our end of its stdin closes: however this process ends, no chain
 * outlives it.
 */
const tied = `
exec 3<&0
"$0" "$@" 3<&- &
program=$!
{ read -r _ <&3; kill -9 $program; } &
watch=$!
wait $program
kill $watch`

/** Starts a program that ends when this process does, however it ends. */
export const spawnTied = (program: string, flags: string[]) =>
  process.platform === 'win32'
    ? spawn(program, flags, { stdio: 'pipe' })
    : spawn('sh', ['-c', tied, program, ...flags], { stdio: 'pipe' })

/**
 * Starts an anvil with these flags and resolves when it listens. Else throws the message that `reason` makes
 * of its output or of the time waited.
 */
export const listen = (
  flags: string[],
  reason: (output: string, waited?: string) => string,
): Promise<Anvil> => {
  const anvil = spawnTied(anvilBinary(), ['--host', '127.0.0.1', ...flags])
  const ended = new Promise<void>((resolve) => anvil.once('close', () => resolve()))
  const kill = () => {
    anvil.stdin.destroy()
    if (process.platform === 'win32') anvil.kill()
  }
  const stop = () => {
    kill()
    return ended
  }

  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (waited?: string) => {
      clearTimeout(timer)
      kill()
      reject(new Error(reason(output, waited)))
    }
    const timer = setTimeout(() => fail(`within ${startTimeout / 1000} s`), startTimeout)
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
    anvil.once('error', (error) => {
      output += `Error: ${error.message}`
      fail()
    })
    anvil.once('close', () => fail())
  })
}
