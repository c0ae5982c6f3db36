import { zeroAddress, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { readSignature, signatureTypes } from '@/lib/decode/signatures'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, stranger } from '../../accounts'
import { linesOf } from './lines'
import { now, samples } from './samples'
import type { Data } from './typedOf'

const read = (data: Data, chainId: number) =>
  readSignature(readTypedData(data, true), { signer: alice, chainId, now })

describe('each known type is read in full', () => {
  test.each(samples.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const reading = read(one.data, one.chainId)
    expect(linesOf(reading)).toEqual(one.lines)
    expect(reading).toMatchObject({ kind: 'read', deed: one.deed })
    expect(reading.doubts).toEqual(one.doubts)
  })

  test('and every type in the table has a text of its own', () => {
    const texts = signatureTypes.map(({ type }) => type)
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe('read only where its own verifier checks it', () => {
  const bound = samples.filter(
    ({ data: { domain }, name }) =>
      domain.verifyingContract !== undefined &&
      !/Safe|forward|GSN|Biconomy|meta-trans.*token|ERC-|DAI/.test(name),
  )
  test.each(bound.map((one) => [one.name, one] as const))('%s', (_, { data, chainId }) => {
    const domain = { ...data.domain, verifyingContract: stranger }
    expect(read({ ...data, domain }, chainId)).toEqual({
      kind: 'unread',
      doubts: ['unread signature'],
    })
  })

  test.each(samples.map((one) => [one.name, one] as const))(
    'nor on another chain: %s',
    (_, { data, chainId }) => {
      expect(read(data, chainId + 1).kind).toBe('unread')
    },
  )

  test.each(samples.map((one) => [one.name, one] as const))(
    'and what names no network says so or is unread: %s',
    (_, { data, chainId }) => {
      const { chainId: _chain, ...domain } = data.domain
      const EIP712Domain = (data.types.EIP712Domain ?? []).filter(({ name }) => name !== 'chainId')
      const types = { ...data.types, EIP712Domain }
      expect(read({ ...data, types, domain }, chainId).doubts).toContain('no network')
    },
  )
})

describe('a domain that no contract computes is unread', () => {
  const [first] = samples
  if (!first) throw new Error('no samples')
  const { data, chainId } = first
  const domainTypes = data.types.EIP712Domain ?? []
  const withDomain = (EIP712Domain: typeof domainTypes, domain = data.domain): Data => ({
    ...data,
    types: { ...data.types, EIP712Domain },
    domain,
  })
  test.each<[string, Data]>([
    ['in another order', withDomain([...domainTypes].reverse())],
    [
      'with a field of its own',
      withDomain([...domainTypes, { name: 'x', type: 'uint256' }], { ...data.domain, x: 1 }),
    ],
    [
      'with a chain of another width',
      withDomain(
        domainTypes.map((one) => (one.name === 'chainId' ? { ...one, type: 'uint64' } : one)),
      ),
    ],
    ['of nobody', withDomain(domainTypes, { ...data.domain, verifyingContract: zeroAddress })],
    [
      'without a verifier',
      withDomain(domainTypes.filter(({ name }) => name !== 'verifyingContract')),
    ],
  ])('%s', (_, given) => {
    expect(read(given, chainId).kind).toBe('unread')
  })
})

test('a bulk order is each of its orders, without the empty ones that fill its tree', () => {
  const one = samples.find(({ name }) => name === 'Seaport, an item for nothing')
  const other = samples.find(({ name }) => name.startsWith('Seaport, an offer of an item'))
  if (!one || !other) throw new Error('no samples')
  const empty = { ...one.data.message, offerer: zeroAddress, offer: [], zoneHash: zeroHash }
  const data: Data = {
    ...one.data,
    types: { ...one.data.types, BulkOrder: [{ name: 'tree', type: 'OrderComponents[2][2]' }] },
    primaryType: 'BulkOrder',
    message: {
      tree: [
        [one.data.message, other.data.message],
        [empty, empty],
      ],
    },
  }
  const reading = read(data, one.chainId)
  expect(linesOf(reading)).toEqual([...one.lines, ...other.lines])
  expect(reading.doubts).toEqual(['gives for nothing'])
})

test('what an owner signs for a contract account is read in the account’s name (ERC-7739)', () => {
  const one = samples.find(({ name }) => name === 'CoW')
  if (!one) throw new Error('no sample')
  const { data, chainId } = one
  const shell: Data = {
    ...data,
    types: {
      ...data.types,
      TypedDataSign: [
        { name: 'contents', type: 'Order' },
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
        { name: 'salt', type: 'bytes32' },
      ],
    },
    primaryType: 'TypedDataSign',
    message: {
      contents: data.message,
      name: 'Account',
      version: '1',
      chainId,
      verifyingContract: stranger,
      salt: zeroHash,
    },
  }
  const reading = read(shell, chainId)
  expect(linesOf(reading)).toEqual(one.lines)
  expect(reading).toMatchObject({ deals: [{ leaves: [{ from: stranger }] }] })
  // The price goes to the signer, not to the account that pays it.
  expect(reading.doubts).toEqual(['gives for nothing'])
  const elsewhere = { ...shell, message: { ...shell.message, chainId: 1 } }
  expect(read(elsewhere, chainId).kind).toBe('unread')
})
