import { beforeEach, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { request } from '@/lib/network/node'
import { loadNetworks } from '@/lib/network/urls'
import { toWire } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { startSocketNode } from './socketServer'

const chainId = 779
const mebibyte = 1024 * 1024

beforeEach(emptyDatabase)

const openNode = async (results: Parameters<typeof startSocketNode>[0]) => {
  const node = await startSocketNode(results)
  const custom = { name: 'Own', symbol: 'OWN', decimals: 18, opStack: false, genesis: null }
  await journal.networks.put({ chainId, urls: [node.url], custom })
  await loadNetworks()
  return node
}

/** Asks, and returns the code of the error, or the length of the result; what takes 5 s counts as silence. */
const ask = (method: string): Promise<number | 'silence'> =>
  Promise.race([
    request(chainId, method, []).then(
      (result) => String(result).length,
      (error: unknown) => toWire(error).code,
    ),
    new Promise<'silence'>((resolve) => setTimeout(() => resolve('silence'), 5_000)),
  ])

test('a message is taken up to 16 MiB', async () => {
  const { lines } = await openNode({ eth_getLogs: '€'.repeat(5 * mebibyte) })
  expect(await ask('eth_getLogs')).toBe(5 * mebibyte)
  expect(lines).toHaveLength(1)
})

test.each([
  ['of one byte a character', 'x'.repeat(16 * mebibyte)],
  ['of three bytes a character', '€'.repeat(6 * mebibyte)],
  ['of bytes', Buffer.alloc(16 * mebibyte + 1)],
])('a longer one, %s, ends the connection with all that waits on it', async (_, long) => {
  const { lines } = await openNode({ eth_getLogs: long, eth_chainId: '0x30b' })
  expect(await ask('eth_chainId')).toBe(5)
  expect(await ask('eth_getLogs')).toBe(4901)
  expect(await ask('eth_chainId')).toBe(5)
  expect(lines).toHaveLength(2)
})
