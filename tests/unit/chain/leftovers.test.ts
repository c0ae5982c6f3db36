import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** In place of anvil: a program that says that it listens, answers nothing, and notes its process. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'volley-anvil-'))
  const program = join(folder, 'anvil')
  writeFileSync(
    program,
    `#!/bin/sh\necho $$ > '${pidFile()}'\necho 'Listening on 127.0.0.1:1'\nexec sleep 600\n`,
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
    await anvil.stop()
    expect(isRunning()).toBe(false)
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
