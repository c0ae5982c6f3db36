import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startAnvil } from '../../chain/anvil.ts'
import { beforeAnvil } from '../../chain/gethProxy.ts'
import { startChain } from '../../chain/index.ts'
import { startPreconfirmingChain } from '../../chain/preconfirm.ts'

let folder: string
const pidFile = () => join(folder, 'pid')
const statesFile = () => join(folder, 'states')

/**
 * In place of anvil: a program that says that it listens, answers nothing, notes its process and the folder
 * that it is given for states, and leaves a state there.
 */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'volley-anvil-'))
  const program = join(folder, 'anvil')
  writeFileSync(
    program,
    `#!/bin/sh
echo $$ > '${pidFile()}'
while [ "$1" != --cache-path ]; do shift; done
echo "$2" > '${statesFile()}'
echo '{}' > "$2/state.json"
echo 'Listening on 127.0.0.1:1'
exec sleep 600
`,
  )
  chmodSync(program, 0o755)
  vi.stubEnv('ANVIL', program)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const isRunning = () => {
  try {
    return process.kill(Number(readFileSync(pidFile(), 'utf8')), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

describe('a chain that does not come up leaves no anvil', () => {
  test('that is stopped by hand', async () => {
    const anvil = await startAnvil()
    expect(isRunning()).toBe(true)
    const states = readFileSync(statesFile(), 'utf8').trim()
    expect(existsSync(join(states, 'state.json'))).toBe(true)
    await anvil.stop()
    expect(isRunning()).toBe(false)
    expect(existsSync(states)).toBe(false)
  })

  test.each([
    ['whose contracts cannot be deployed', () => startChain()],
    ['that pre-confirms', () => startPreconfirmingChain()],
  ])('%s', async (_, start) => {
    await expect(start()).rejects.toThrow()
    expect(isRunning()).toBe(false)
  })

  test('whose port for the node before it is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo
    const anvil = await startAnvil()
    await expect(beforeAnvil(anvil, {}, port)).rejects.toThrow('EADDRINUSE')
    expect(isRunning()).toBe(false)
    taken.close()
  })
})
