import { beforeEach, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import { ownBundler } from '@/lib/sponsor/ownServices'
import { verbs } from '@/lib/wallet'
import type { WalletServices } from '@/lib/wallet/services'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { stranger } from '../accounts'

const url = 'https://bundler.example/KEY'

const set = (to: string | null, chainId = 8453) =>
  verbs.setBundler({ chainId, url: to }, {} as WalletServices)

const bundler = (entryPoints: unknown = [entryPoint], chain = '0x2105') =>
  fakeNode({ eth_supportedEntryPoints: () => entryPoints, eth_chainId: () => chain })

beforeEach(emptyDatabase)

test('a bundler is kept for its network alone, and can be removed', async () => {
  bundler()
  expect(await set(url)).toBe('done')
  expect(await ownBundler(8453)).toBe(url)
  expect(await ownBundler(84532)).toBeUndefined()
  const { asked } = bundler()
  expect(await set(null)).toBe('done')
  expect(asked).toEqual([])
  expect(await journal.networks.get(8453)).toBeUndefined()
})

test.each<[string, string, () => unknown, string]>([
  ['of another network', 'no bundler', () => bundler([entryPoint], '0x1'), url],
  ['of another EntryPoint', 'no bundler', () => bundler([stranger]), url],
  ['that is none', 'no bundler', () => fakeNode({ eth_chainId: () => '0x2105' }), url],
  ['at no URL', 'bad url', bundler, 'bundler'],
])('one %s is not', async (_, answer, start, at) => {
  start()
  expect(await set(at)).toBe(answer)
  expect(await ownBundler(8453)).toBeUndefined()
})

test('nobody has one on a network that the wallet does not have', async () => {
  bundler()
  await expect(set(url, 5)).rejects.toMatchObject({ code: 5710 })
})
