import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { development } from '../../chain/development.ts'
import { rpc } from '../../chain/rpc.ts'

const root = join(import.meta.dirname, '../../..')

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

test(
  '--serve keeps chain and playground up until it is ended, and builds into its own folder',
  { tag: '@long' },
  async () => {
    const [chainPort, dappPort] = [await freePort(), await freePort()]
    const playground = `http://127.0.0.1:${dappPort}/`
    const program = spawn(process.execPath, ['scripts/start.ts', '--serve'], {
      cwd: root,
      env: {
        ...process.env,
        VOLLEY_CHAIN_PORT: String(chainPort),
        VOLLEY_DAPP_PORT: String(dappPort),
        DISPLAY: '',
        WAYLAND_DISPLAY: '',
      },
    })
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
    }
    program.stdout.on('data', read)
    program.stderr.on('data', read)
    const ended = new Promise<number | null>((resolve) => program.once('close', resolve))

    await expect.poll(() => output, { timeout: 200_000 }).toContain('Ready. Load the extension')
    expect(output).not.toContain('There is no display')
    for (const told of [development.phrase, development.password]) expect(output).toContain(told)
    expect(await answers(playground)).toBe(true)
    const local = (await (await fetch(`${playground}chain.json`)).json()) as { rpcUrl: string }
    expect(local.rpcUrl).toBe(`http://127.0.0.1:${chainPort}`)
    expect(await rpc(local.rpcUrl, 'eth_chainId')).toBe('0x7a69')
    for (const built of ['playground/index.html', 'chrome-mv3-dev/manifest.json'])
      expect(existsSync(join(root, '.output/start', built)), built).toBe(true)

    program.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(await answers(playground)).toBe(false)
    await expect(rpc(local.rpcUrl, 'eth_chainId')).rejects.toThrow()
  },
)
