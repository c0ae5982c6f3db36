import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  pad,
  parseAbi,
  type Hex,
} from 'viem'
import { namehash } from 'viem/ens'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { dnsName, nameHash } from '@/lib/names/hash'
import { resolveName } from '@/lib/names/resolve'
import * as networks from '@/lib/network/networks'
import { fakeNode, nodeError } from '../network/fakeNode'
import { alice, stranger } from '../accounts'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
  'function resolve(bytes name, bytes data) view returns (bytes)',
])

const registry = '0xB94704422c2a1E396835A571837Aa5AE53285a95'

type Call = { to: Hex; data: Hex }

/** A registry that knows the resolvers of these names, and what a resolver answers. */
const serve = (resolvers: readonly string[], answer: (call: Call) => unknown) =>
  fakeNode({
    eth_call: (call: Call) => {
      if (call.to !== registry) return answer(call)
      const { args } = decodeFunctionData({ abi, data: call.data })
      return resolvers.some((name) => namehash(name) === args[0]) ? pad(stranger) : pad('0x')
    },
  })

beforeEach(() => {
  vi.restoreAllMocks()
})

test.each(['eth', 'volley.base.eth', 'vitalik.eth', 'öbb.at'])(
  'hashes %s as ERC-137 says',
  (name) => {
    expect(nameHash(name)).toBe(namehash(name))
  },
)

test('writes a name as labels with their lengths', () => {
  expect(dnsName('a.base.eth')).toBe('0x0161046261736503657468' + '00')
})

describe('a name', () => {
  test('is what its resolver says', async () => {
    const { asked } = serve(['a.base.eth'], ({ data }) => {
      expect(decodeFunctionData({ abi, data }).args).toEqual([namehash('a.base.eth')])
      return pad(alice)
    })
    expect(await resolveName('a.base.eth')).toEqual({ address: alice })
    expect(asked.every(({ method }) => method === 'eth_call')).toBe(true)
  })

  test('may be answered by the one above it', async () => {
    serve(['base.eth'], ({ data }) => {
      const { functionName, args } = decodeFunctionData({ abi, data })
      expect([functionName, args[0]]).toEqual(['resolve', dnsName('a.base.eth')])
      return encodeFunctionResult({ abi, functionName: 'resolve', result: pad(alice) })
    })
    expect(await resolveName('a.base.eth')).toEqual({ address: alice })
  })

  test.each([
    ['no resolver', [], () => '0x', 'no address'],
    ['a resolver without an address', ['a.base.eth'], () => pad('0x'), 'no address'],
    ['a resolver that fails', ['a.base.eth'], () => '0x', 'no address'],
    [
      'an answer on a server',
      ['a.base.eth'],
      () => {
        throw nodeError(3, 'execution reverted', '0x556f1830')
      },
      'elsewhere',
    ],
    [
      'an answer that is none',
      ['base.eth'],
      () => encodeAbiParameters([{ type: 'uint256' }], [7n]),
      'no address',
    ],
  ])('with %s has no address', async (_, resolvers, answer, none) => {
    serve(resolvers, answer)
    expect(await resolveName('a.base.eth')).toEqual({ none })
  })

  test('whose network the wallet does not have cannot be looked up', async () => {
    const { asked } = serve([], () => '0x')
    vi.spyOn(networks, 'findNetwork').mockReturnValue(undefined)
    expect(await resolveName('vitalik.eth')).toEqual({ none: 'no network' })
    expect(asked).toEqual([])
  })

  test('whose node does not answer is not without an address', async () => {
    fakeNode({
      eth_call: () => {
        throw new Error('the network is down')
      },
    })
    await expect(resolveName('a.base.eth')).rejects.toThrow()
  })
})
