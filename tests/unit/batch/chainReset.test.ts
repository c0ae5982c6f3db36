import { describe, expect, test } from 'vitest'
import { createResetCheck } from '@/lib/batch/chainReset'
import { hashOf, makeBatch } from './batches'
import { openChain, silence } from './fakeChain'

const anew = hashOf('another genesis')
const base = '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd'

type Chain = ReturnType<typeof openChain>['chain']

const check = (chainId: number, terms: object, happens: (chain: Chain) => void) => {
  const { chain, world } = openChain(chainId)
  happens(chain)
  return createResetCheck(world).wasReset(makeBatch({ chainId, ...terms }), 0)
}

describe('the chain of a batch', () => {
  test.each<[string, number, object, (chain: Chain) => void]>([
    ['whose genesis is the approved one', 8453, {}, () => undefined],
    ['that has forgotten block 0', 8453, {}, (chain) => (chain.genesis = null)],
    ['on this machine, of which nothing was known', 31337, { genesis: null }, () => undefined],
    ['whose genesis is the network’s', 8453, { genesis: null }, (chain) => (chain.genesis = base)],
  ])('%s was not started anew', async (_, chainId, terms, happens) => {
    expect(await check(chainId, terms, happens)).toBe(false)
  })

  test('on this machine with another genesis was started anew', async () => {
    expect(await check(31337, {}, (chain) => (chain.genesis = anew))).toBe(true)
  })

  test.each<[string, number, object, (chain: Chain) => void]>([
    ['another genesis than the approved one', 8453, {}, (chain) => (chain.genesis = anew)],
    ['another than the network’s own', 8453, { genesis: null }, (chain) => (chain.genesis = anew)],
    ['another chain ID', 8453, {}, (chain) => (chain.answers = { eth_chainId: () => '0x1' })],
    [
      'another chain ID on this machine',
      31337,
      {},
      (chain) => (chain.answers = { eth_chainId: () => '0x1' }),
    ],
  ])('is not that of a node with %s', async (_, chainId, terms, happens) => {
    await expect(check(chainId, terms, happens)).rejects.toMatchObject({
      code: 4901,
      message: expect.stringContaining(chainId === 8453 ? 'Base' : 'Local') as unknown,
    })
  })

  test('is not known while its node is silent', async () => {
    const happens = (chain: Chain) => (chain.answers = { eth_chainId: silence })
    await expect(check(31337, {}, happens)).rejects.toMatchObject({ code: 4901 })
  })

  test('is none where the wallet does not have the network', async () => {
    await expect(check(999_999, {}, () => undefined)).rejects.toMatchObject({ code: 5710 })
  })
})

test('what a node said is good for as long as it may be old, and a silence is not kept', async () => {
  const { chain, world } = openChain()
  const { wasReset } = createResetCheck(world)
  const batch = makeBatch()
  chain.answers = { eth_chainId: silence }
  await expect(wasReset(batch, 1000)).rejects.toMatchObject({ code: 4901 })
  chain.answers = {}
  await Promise.all([wasReset(batch, 1000), wasReset(batch, 1000)])
  chain.now += 999
  await wasReset(batch, 1000)
  expect(chain.asked.filter((method) => method === 'eth_chainId')).toHaveLength(2)
  chain.genesis = anew
  expect(await wasReset(batch, 1000)).toBe(false)
  chain.now += 1
  expect(await wasReset(batch, 1000)).toBe(true)
})
