import {
  decodeFunctionData,
  encodeFunctionResult,
  pad,
  parseAbi,
  type Address,
  type Hex,
} from 'viem'
import { namehash, normalize, toCoinType } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { registryOf, registryOn } from '@/lib/names/nameRegistry'
import type { Resolved } from '@/lib/names/resolve'
import { isPlainName, nameAt } from '@/lib/names/reverse'
import { alice, bob, stranger } from '../accounts'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
])

const resolver: Address = '0x1111111111111111111111111111111111111111'

type Records = {
  chainId?: number
  /** Text in the record of Alice's address, or its bytes; undefined where there is none. */
  says: string | { bytes: Hex } | undefined
  /** The addresses of names. */
  names?: Readonly<Record<string, Resolved>>
}

/** Looks Alice's name up where these records are kept, and tells what was asked of whom. */
const lookUp = async ({ chainId = 8453, says, names = {} }: Records) => {
  const asked: string[] = []
  const reverse = chainId === 1 ? 'addr.reverse' : '80002105.reverse'
  const node = namehash(`${alice.slice(2).toLowerCase()}.${reverse}`)
  const name = await nameAt(chainId, alice, {
    read: async (reads) =>
      Promise.resolve(
        reads.map(({ to, data }) => {
          const { functionName, args } = decodeFunctionData({ abi, data })
          asked.push(`${functionName} at ${to}`)
          if (args[0] !== node) return pad('0x')
          if (functionName === 'resolver') return says === undefined ? pad('0x') : pad(resolver)
          if (says === undefined) return null
          if (typeof says === 'object') return says.bytes
          return encodeFunctionResult({ abi, functionName: 'name', result: says })
        }),
      ),
    resolve: async (wanted) => {
      asked.push(`resolve ${wanted}`)
      return Promise.resolve(names[wanted] ?? { none: 'no address' })
    },
  })
  return { name, asked }
}

test('an address has the name of its own record, if that name has the address', async () => {
  const names = { 'alice.base.eth': { address: alice } }
  const { name, asked } = await lookUp({ says: 'alice.base.eth', names })
  expect(name).toBe('alice.base.eth')
  expect(asked).toEqual([
    `resolver at ${registryOn(8453)?.address}`,
    `name at ${resolver}`,
    'resolve alice.base.eth',
  ])
})

test('so on Ethereum, in the case of the name’s own answer', async () => {
  const names = { 'alice.eth': { address: alice.toLowerCase() as Address } }
  expect((await lookUp({ chainId: 1, says: 'alice.eth', names })).name).toBe('alice.eth')
})

describe('a record that claims the name of another shows nothing', () => {
  test.each<[string, Resolved]>([
    ['which is another’s', { address: bob }],
    ['which has no address', { none: 'no address' }],
    ['which a server keeps', { none: 'elsewhere' }],
  ])('%s', async (_, found) => {
    const { name, asked } = await lookUp({ says: 'bob.base.eth', names: { 'bob.base.eth': found } })
    expect(asked).toContain('resolve bob.base.eth')
    expect(name).toBeUndefined()
  })
})

describe('a name that may be taken for another one shows nothing, though the records agree', () => {
  test.each([
    ['a Cyrillic letter', '\u0430lice.base.eth'],
    ['none but Cyrillic letters', '\u0440\u0430\u0443\u0435.base.eth'],
    ['a Greek letter', '\u03b1lice.base.eth'],
    ['a capital letter', 'Alice.base.eth'],
    ['wide letters', '\uff41\uff4c\uff49\uff43\uff45.base.eth'],
    ['an accent', '\u00e1lice.base.eth'],
    ['a letter of no width', 'ali\u200bce.base.eth'],
    ['text turned round', '\u202eecila.base.eth'],
    ['a dot that is none', 'alice\u2024base.eth'],
    ['a hyphen that is none', 'a\u2010lice.base.eth'],
    ['Punycode', 'xn--lice-53d.base.eth'],
    ['a picture', 'alice\u{1f389}.base.eth'],
    ['a space', 'alice .base.eth'],
    ['no name', '.base.eth'],
    ['another ending', 'alice.com'],
    ['digits of an address', `${stranger.toLowerCase()}.eth`],
    ['digits that begin as an address does', '0xab.base.eth'],
    ['no end', `${'a'.repeat(61)}.eth`],
  ])('%s', async (_, says) => {
    for (const chainId of [1, 8453]) {
      const { name, asked } = await lookUp({ chainId, says, names: { [says]: { address: alice } } })
      expect(name).toBeUndefined()
      expect(asked.some((one) => one.startsWith('resolve '))).toBe(false)
    }
  })
})

test.each([
  ['a name of Base on Ethereum', 1, 'alice.base.eth'],
  ['a name of Ethereum on Base', 8453, 'alice.eth'],
])('no other network’s node is asked: %s', async (_, chainId, says) => {
  const { name, asked } = await lookUp({ chainId, says, names: { [says]: { address: alice } } })
  expect(name).toBeUndefined()
  expect(asked).toHaveLength(2)
})

test('nor is anybody where no registry is known', async () => {
  for (const chainId of [10, 84532, 31337]) {
    const { name, asked } = await lookUp({ chainId, says: 'alice.eth' })
    expect([name, asked]).toEqual([undefined, []])
  }
})

test('a record that is missing or no text is no name', async () => {
  expect((await lookUp({ says: undefined })).name).toBeUndefined()
  for (const bytes of ['0x', '0x1234', pad('0x05')] as const) {
    const names = { '': { address: alice } }
    expect((await lookUp({ says: { bytes }, names })).name).toBeUndefined()
  }
})

test('a node that is silent is no answer', async () => {
  const silent = () => Promise.reject(new Error('the node is silent'))
  await expect(nameAt(8453, alice, { read: silent, resolve: silent })).rejects.toThrow('silent')
})

test('addresses are named below the coin type of their chain', () => {
  expect(registryOn(8453)?.reverse).toBe(`${toCoinType(8453).toString(16)}.reverse`)
  expect(registryOn(1)?.reverse).toBe('addr.reverse')
  for (const chainId of [1, 8453])
    expect(registryOf(chainId === 1 ? 'a.eth' : 'a.base.eth').chainId).toBe(chainId)
})

test('each plain name is in its normal form', () => {
  for (const name of ['a.eth', 'a-b.c-1.eth', '9.base.eth']) {
    expect(isPlainName(name)).toBe(true)
    expect(normalize(name)).toBe(name)
  }
})
