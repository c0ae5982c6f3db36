import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bytesToHex } from 'viem'
import { mnemonicToAccount, type HDAccount } from 'viem/accounts'
import { development } from './development.ts'
import { entryPoint } from './entryPoint.ts'
import { spawnTied } from './listen.ts'
import { rpc } from './rpc.ts'

/** Pimlico's bundler, as its npm package has it, which `scripts/setup.mjs --bundler` installs. */
const program = join(import.meta.dirname, '../bundler/node_modules/@pimlico/alto/esm/cli/alto.js')

/** Who sends its bundles, and who deploys what it simulates with. */
const [sender, helper] = [5, 8].map((addressIndex) =>
  mnemonicToAccount(development.phrase, { addressIndex }),
) as [HDAccount, HDAccount]

const keyOf = (account: HDAccount) => bytesToHex(account.getHdKey().privateKey ?? new Uint8Array())

/** The account whose transactions its bundles are. */
export const stockSender = sender.address

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** The longest time for a start, in ms: it loads hundreds of modules. */
const patience = 180_000

/** Starts a stock bundler over a chain that has the EntryPoint; resolves once it answers. */
export const startStockBundler = async (
  url: string,
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const port = await freePort()
  const flags = {
    entrypoints: entryPoint,
    'executor-private-keys': keyOf(sender),
    'utility-private-key': keyOf(helper),
    'rpc-url': url,
    port,
    // Its rules of storage ask for a tracer in JavaScript, which anvil does not have.
    'safe-mode': false,
    'max-bundle-interval': 200,
    'log-level': 'warn',
  }
  const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])
  const bundler = spawnTied(process.execPath, [program, 'run', ...given])
  let output = ''
  const read = (chunk: Buffer) => {
    if (output.length < 100_000) output += chunk.toString()
  }
  bundler.stdout.on('data', read)
  bundler.stderr.on('data', read)
  const life = { isOver: false }
  const ended = new Promise<void>((resolve) =>
    bundler.once('close', () => {
      life.isOver = true
      resolve()
    }),
  )
  const stop = () => {
    bundler.stdin.destroy()
    if (process.platform === 'win32') bundler.kill()
    return ended
  }
  const own = `http://127.0.0.1:${port}`
  const until = Date.now() + patience
  for (;;) {
    const answer = await rpc(own, 'eth_supportedEntryPoints').catch(() => undefined)
    if (answer) return { url: own, stop }
    if (life.isOver || Date.now() > until) {
      await stop()
      throw new Error(`The stock bundler did not come up: ${output}`)
    }
    await setTimeout(100)
  }
}
