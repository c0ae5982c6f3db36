import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anvilBinary } from './binary.ts'

export type Anvil = { url: string; stop: () => Promise<void> }

const startTimeout = 60_000

/**
 * Shell script that ends its program when our end of its stdin closes and then removes the program's folder,
 * if it has one: however this process ends, no chain and none of its files outlive it.
 */
const tied = `
folder=$1
shift
exec 3<&0
"$0" "$@" 3<&- &
program=$!
{ read -r _ <&3; kill -9 $program; } &
watch=$!
wait $program
kill $watch
[ -z "$folder" ] || rm -rf "$folder"`

/**
 * Starts a program that ends when this process does, however it ends. The folder, if one is named, is the
 * program's own and is removed after it.
 */
export const spawnTied = (program: string, flags: string[], folder = '') => {
  if (process.platform !== 'win32')
    return spawn('sh', ['-c', tied, program, folder, ...flags], { stdio: 'pipe' })
  const child = spawn(program, flags, { stdio: 'pipe' })
  if (folder) child.once('close', () => rmSync(folder, { recursive: true, force: true }))
  return child
}

/** States of past blocks that an anvil may keep on disk, beside the 500 in its memory. */
const statesOnDisk = 500

/**
 * Starts an anvil with these flags and resolves when it listens. Else throws the message that `reason` makes
 * of its output or of the time waited.
 */
export const listen = (
  flags: string[],
  reason: (output: string, waited?: string) => string,
): Promise<Anvil> => {
  const program = anvilBinary()
  // An anvil that is killed leaves these files, by default in the home folder, megabytes for each block.
  const states = mkdtempSync(join(tmpdir(), 'volley-anvil-states-'))
  const anvil = spawnTied(
    program,
    [
      ['--host', '127.0.0.1'],
      ['--cache-path', states],
      ['--max-persisted-states', String(statesOnDisk)],
      flags,
    ].flat(),
    states,
  )
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
