import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { keccak256, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { calldataDigest } from '@/lib/sign/digests'
import { hashTypedData, typedDataDigests } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
import { mail } from './typedDataSamples'

test('the Calldata Digest is that of the test case of ERC-8213', () => {
  const transfer =
    '0xa9059cbb0000000000000000000000004675c7e5baafbffbca748158becba61ef3b0a2630000000000000000000000000000000000000000000000000de0b6b3a7640000'
  expect(calldataDigest(transfer)).toBe(
    '0x812cee5d9cc7461c04bbcd7b70af9c28b243ac5d74d3453b008b93b7dac69985',
  )
})

test('the Calldata Digest tells data apart that one hash of all would not', () => {
  const word = `0x${'0'.repeat(62)}20` as Hex
  // Without its length in front, 32 bytes would have the digest of none.
  expect(calldataDigest(word)).not.toBe(keccak256(word))
  expect(calldataDigest('0x')).not.toBe(keccak256('0x'))
  expect(calldataDigest('0x00')).not.toBe(calldataDigest('0x0000'))
})

/** The example of EIP-712; its hashes stand in the contract that comes with it (assets/eip-712/Example.sol). */
const example = {
  ...mail,
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}

test('the digests of the example of EIP-712 are those it publishes', () => {
  expect(typedDataDigests(readTypedData(example, true))).toEqual({
    domainHash: '0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f',
    messageHash: '0xc52c0ee5d84264471806290a3f2c4cecfc5490626bf912d01f240d7a274b371e',
    digest: '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
  })
})

test('the digests of any data are those that ethers finds, and the last is what is signed', () => {
  const value = fc.record({
    to: fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
    amounts: fc.array(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String), { maxLength: 4 }),
    memo: fc.string(),
  })
  const types = {
    Payment: [
      { name: 'to', type: 'address' },
      { name: 'amounts', type: 'uint256[]' },
      { name: 'memo', type: 'string' },
    ],
    Order: [
      { name: 'payments', type: 'Payment[]' },
      { name: 'first', type: 'Payment' },
    ],
  }
  const domain = { name: 'Shop', chainId: 8453 }
  const domainTypes = [
    { name: 'name', type: 'string' },
    { name: 'chainId', type: 'uint256' },
  ]
  fc.assert(
    fc.property(fc.array(value, { maxLength: 3 }), value, (payments, first) => {
      const message = { payments, first }
      const typedData = readTypedData(
        { types: { ...types, EIP712Domain: domainTypes }, primaryType: 'Order', domain, message },
        true,
      )
      const digests = typedDataDigests(typedData)
      expect(digests).toEqual({
        domainHash: TypedDataEncoder.hashDomain(domain),
        messageHash: TypedDataEncoder.from(types).hashStruct('Order', message),
        digest: TypedDataEncoder.hash(domain, types, message),
      })
      expect(digests.digest).toBe(hashTypedData(typedData))
    }),
    { numRuns: 50 },
  )
})
