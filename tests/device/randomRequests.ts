import fc from 'fast-check'
import { getAddress, type Hex, type TransactionSerializable } from 'viem'

const hexOf = (length: number): fc.Arbitrary<Hex> =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)

const address = hexOf(20).map((hex) => getAddress(hex))

/** Chain IDs of one byte to seven: the device cuts those of legacy transactions after four. */
export const chainId = fc.oneof(
  fc.constantFrom(1, 10, 8453, 42161, 11155111),
  fc.integer({ min: 1, max: 255 }),
  fc.integer({ min: 256, max: 2 ** 31 - 1 }),
)

const amount = fc.oneof(fc.constant(0n), fc.bigInt(1n, 255n), fc.bigInt(256n, 2n ** 96n))
const fee = fc.bigInt(1n, 2n ** 40n)
const nonce = fc.oneof(fc.nat(127), fc.integer({ min: 128, max: 2 ** 24 }))

/** Calldata: none, short, around the end of one command and of two, and long. */
const data = fc
  .oneof(
    fc.constant(0),
    fc.nat(8),
    fc.integer({ min: 120, max: 260 }),
    fc.integer({ min: 380, max: 520 }),
    fc.integer({ min: 521, max: 3_000 }),
  )
  .chain(hexOf)

const accessList = fc.array(
  fc.record({ address, storageKeys: fc.array(hexOf(32), { maxLength: 3 }) }),
  { maxLength: 3 },
)

const signature = fc.record({
  r: fc.bigInt(2n ** 255n, 2n ** 256n - 1n).map((number): Hex => `0x${number.toString(16)}`),
  s: fc
    .bigInt(2n ** 251n, 2n ** 254n - 1n)
    .map((number): Hex => `0x${number.toString(16).padStart(64, '0')}`),
  yParity: fc.constantFrom(0, 1),
})

/** Fields that a device signs of an authorization (EIP-7702). */
export const authorization = fc.record({ chainId, address, nonce })

const authorizationList = fc.array(
  fc.tuple(authorization, signature).map(([authorized, signed]) => ({ ...authorized, ...signed })),
  { minLength: 1, maxLength: 3 },
)

const call = { chainId, nonce, gas: fc.bigInt(21_000n, 30_000_000n), value: amount, data }
const fees = fc.tuple(fee, fee).map(([one, other]) => ({
  maxFeePerGas: one + other,
  maxPriorityFeePerGas: other,
}))

/** A transaction of any type that the wallet signs: a call, or but for type 4 a new contract. */
export const transaction: fc.Arbitrary<TransactionSerializable> = fc.oneof(
  fc.record({
    ...call,
    type: fc.constant('legacy' as const),
    to: fc.option(address),
    gasPrice: fee,
  }),
  fc.record({
    ...call,
    type: fc.constant('eip2930' as const),
    to: fc.option(address),
    gasPrice: fee,
    accessList,
  }),
  fc
    .tuple(
      fc.record({
        ...call,
        type: fc.constant('eip1559' as const),
        to: fc.option(address),
        accessList,
      }),
      fees,
    )
    .map(([one, price]) => ({ ...one, ...price })),
  fc
    .tuple(
      fc.record({
        ...call,
        type: fc.constant('eip7702' as const),
        to: address,
        accessList,
        authorizationList,
      }),
      fees,
    )
    .map(([one, price]) => ({ ...one, ...price })),
)

/** A personal message: text or any bytes, of up to some commands. */
export const message = fc.oneof(
  fc
    .string({ unit: 'binary', maxLength: 400 })
    .map((text): Hex => `0x${Buffer.from(text).toString('hex')}`),
  fc.nat(1_200).chain(hexOf),
)

/** A path of any of the three schemas. */
export const path = fc
  .tuple(fc.constantFrom('live', 'bip44', 'legacy'), fc.nat(30))
  .map(([schema, index]) =>
    schema === 'live'
      ? `m/44'/60'/${index}'/0/0`
      : schema === 'bip44'
        ? `m/44'/60'/0'/0/${index}`
        : `m/44'/60'/0'/${index}`,
  )
