import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

export type Outcome = { exitCode: number | null; output: string }

type Options = {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** True if other programs come first when there is not enough time for all. */
  isPatient?: boolean
  onStart?: (stop: () => Promise<void>) => void
}

/**
 * Runs a program in its own process group, so that stopping it stops its children. Rejects only if it cannot
 * start.
 */
export const run = (command: string, args: string[], options: Options = {}): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(options.cwd ? { cwd: options.cwd } : {}),
      detached: process.platform !== 'win32',
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    const closed = new Promise<void>((done) => child.once('close', () => done()))
    child.once('error', reject)
    // Its own children inherit the priority.
    if (options.isPatient && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    child.once('close', (exitCode) => resolve({ exitCode, output }))

    let isClosed = false
    void closed.then(() => (isClosed = true))
    const signalGroup = (signal: NodeJS.Signals) => {
      if (child.pid === undefined || isClosed) return
      try {
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
      } catch {
        // The group has ended by itself.
      }
    }
    const stop = async () => {
      signalGroup('SIGINT')
      await Promise.race([closed, delay(8_000)])
      signalGroup('SIGKILL')
      await closed
    }
    options.onStart?.(stop)
  })
