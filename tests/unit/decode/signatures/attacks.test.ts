import {
  concat,
  encodeAbiParameters,
  keccak256,
  maxUint256,
  parseAbiParameters,
  stringToHex,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { readSignature } from '@/lib/decode/signatures'
import { hashTypedData } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, stranger } from '../../accounts'
import { linesOf } from './lines'
import { now, permit2, samples, usdc } from './samples'
import { typedOf, type Data } from './typedOf'

const read = (data: Data) =>
  readSignature(readTypedData(data, true), { signer: alice, chainId: 8453, now })

const domain = { name: 'Permit2', chainId: 8453, verifyingContract: permit2 }
const dai = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'
const permissions = 'TokenPermissions(address token,uint256 amount)'
const start =
  'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,'
const message = {
  permitted: { token: usdc, amount: '250000000000' },
  spender: stranger,
  nonce: 1,
  deadline: now / 1000 + 1800,
}
const lost = [`250000000000 of ${usdc} spent by ${stranger}`]

/** Returns the digest that Permit2 itself computes (PermitHash.hashWithWitness), independently of the wallet. */
const onChain = (witnessTypeString: string, witness: Hex): Hex => {
  const typeHash = keccak256(stringToHex(`${start}${witnessTypeString}`))
  const permitted = keccak256(
    encodeAbiParameters(parseAbiParameters('bytes32, address, uint256'), [
      keccak256(stringToHex(permissions)),
      usdc,
      250_000_000_000n,
    ]),
  )
  const struct = keccak256(
    encodeAbiParameters(
      parseAbiParameters('bytes32, bytes32, address, uint256, uint256, bytes32'),
      [typeHash, permitted, stranger, 1n, BigInt(message.deadline), witness],
    ),
  )
  const separator = keccak256(
    encodeAbiParameters(parseAbiParameters('bytes32, bytes32, uint256, address'), [
      keccak256(stringToHex('EIP712Domain(string name,uint256 chainId,address verifyingContract)')),
      keccak256(stringToHex('Permit2')),
      8453n,
      permit2,
    ]),
  )
  return keccak256(concat(['0x1901', separator, struct]))
}

describe('a witness of the spender’s choice never is the headline', () => {
  const detail = { token: dai, amount: '1000000000000000000', expiration: now / 1000 + 600 }

  test('that imitates the details of another permit', () => {
    const witness = 'D details)D(address token,uint256 amount,uint256 expiration)'
    const data = typedOf(`${start}${witness}${permissions}`, domain, {
      ...message,
      details: detail,
    })
    const hash = keccak256(
      encodeAbiParameters(parseAbiParameters('bytes32, address, uint256, uint256'), [
        keccak256(stringToHex('D(address token,uint256 amount,uint256 expiration)')),
        dai,
        BigInt(detail.amount),
        BigInt(detail.expiration),
      ]),
    )
    // Permit2 takes this very signature and pays out what is permitted.
    expect(hashTypedData(readTypedData(data, true))).toBe(onChain(`${witness}${permissions}`, hash))
    const reading = read(data)
    expect(linesOf(reading)).toEqual(lost)
    expect(reading).toMatchObject({ witness: { name: 'details', type: 'D' } })
  })

  test.each<[string, string, unknown]>([
    ['uint256', 'value', '0'],
    ['address', 'owner', alice],
    ['bool', 'allowed', false],
    ['uint256', 'expiry', '1'],
    ['bytes32', 'witness', `0x${'00'.repeat(32)}`],
  ])('that is a %s %s', (type, name, value) => {
    const text = `${type} ${name})${permissions}`
    const data = typedOf(`${start}${text}`, domain, { ...message, [name]: value })
    const word =
      typeof value === 'boolean'
        ? encodeAbiParameters([{ type: 'bool' }], [value])
        : encodeAbiParameters([{ type }], [type === 'uint256' ? BigInt(String(value)) : value])
    expect(hashTypedData(readTypedData(data, true))).toBe(onChain(text, word))
    expect(linesOf(read(data))).toEqual(lost)
  })

  test('that imitates the details of another permit, with several tokens permitted', () => {
    const several = start
      .replace('PermitWitness', 'PermitBatchWitness')
      .replace('TokenPermissions permitted', 'TokenPermissions[] permitted')
    const witness = 'D details)D(address token,uint256 amount,uint256 expiration)'
    const more = { token: dai, amount: '9' }
    const data = typedOf(`${several}${witness}${permissions}`, domain, {
      ...message,
      permitted: [message.permitted, more],
      details: detail,
    })
    const reading = read(data)
    expect(linesOf(reading)).toEqual([...lost, `9 of ${dai} spent by ${stranger}`])
    expect(reading).toMatchObject({ witness: { name: 'details', type: 'D' } })
    // With the list in place of the one, or the one in place of the list, Permit2 hashes another type.
    const single = `${start}${witness}${permissions}`
    expect(() => read({ ...data, types: typedOf(single, domain, {}).types })).toThrow()
    const mixed = several.replace('TokenPermissions[]', 'TokenPermissions')
    const wrong = { ...message, details: detail }
    expect(read(typedOf(`${mixed}${witness}${permissions}`, domain, wrong)).kind).toBe('unread')
  })

  test('and two of them, or none of Permit2’s own structs, are unread', () => {
    const two = `${start}uint256 value,uint256 expiry)${permissions}`
    expect(read(typedOf(two, domain, { ...message, value: 0, expiry: 0 })).kind).toBe('unread')
    const other = `${start}uint256 value)TokenPermissions(uint256 amount,address token)`
    expect(read(typedOf(other, domain, { ...message, value: 0 })).kind).toBe('unread')
    const last = `${start.slice(0, -1)})${permissions}`
    expect(read(typedOf(last, domain, message)).kind).toBe('unread')
  })

  test('nor that of a reactor, for another spender or another swapper', () => {
    const output =
      'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)'
    const info =
      'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,' +
      'address additionalValidationContract,bytes additionalValidationData)'
    const text = `${start}V2DutchOrder witness)${output}${info}${permissions}V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)`
    const reactor = '0x00000011F84B9aa48e5f8aA8B9897600006289Be'
    const order = (spender: string, swapper: string) =>
      typedOf(
        text,
        { ...domain, chainId: 1 },
        {
          ...message,
          spender,
          witness: {
            info: {
              reactor,
              swapper,
              nonce: 1,
              deadline: 1,
              additionalValidationContract: stranger,
              additionalValidationData: '0x',
            },
            cosigner: stranger,
            baseInputToken: usdc,
            baseInputStartAmount: 1,
            baseInputEndAmount: 1,
            baseOutputs: [{ token: dai, startAmount: 9, endAmount: 9, recipient: alice }],
          },
        },
      )
    const deedOf = (data: Data) => {
      const reading = readSignature(readTypedData(data, true), { signer: alice, chainId: 1, now })
      return reading.kind === 'read' ? reading.deed : 'unread'
    }
    expect(deedOf(order(reactor, alice))).toBe('trade')
    expect(deedOf(order(stranger, alice))).toBe('allow')
    expect(deedOf(order(reactor, stranger))).toBe('allow')
  })
})

test.each(['CoW', '1inch', '0x, a limit order'])(
  '%s: less of what is given is no return',
  (name) => {
    const one = samples.find((sample) => sample.name === name)
    if (!one) throw new Error(`no sample is called ${name}`)
    const { message } = one.data
    const parts = [
      ['sellToken', 'buyToken'],
      ['makerAsset', 'takerAsset'],
      ['makerToken', 'takerToken'],
    ] as const
    const [given, back] = parts.find(([first]) => first in message) ?? parts[0]
    const { signer = alice, chainId } = one
    const order = { ...one.data, message: { ...message, [back]: message[given] } }
    const reading = readSignature(readTypedData(order, true), { signer, chainId, now })
    expect(reading).toMatchObject({ kind: 'read', doubts: ['gives for nothing'] })
  },
)

describe('names alone say nothing', () => {
  test.each<[string, string, object]>([
    [
      'a permit with a field more',
      'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline,bool ok)',
      { owner: alice, spender: stranger, value: 1, nonce: 0, deadline: 1, ok: true },
    ],
    [
      'a permit in another order',
      'Permit(address owner,uint256 value,address spender,uint256 nonce,uint256 deadline)',
      { owner: alice, spender: stranger, value: 1, nonce: 0, deadline: 1 },
    ],
    [
      'a permit of another width',
      'Permit(address owner,address spender,uint128 value,uint256 nonce,uint256 deadline)',
      { owner: alice, spender: stranger, value: 1, nonce: 0, deadline: 1 },
    ],
    [
      'a permit under another name',
      'PermitAll(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
      { owner: alice, spender: stranger, value: 1, nonce: 0, deadline: 1 },
    ],
    ['a root of hashes', 'Root(bytes32 root)', { root: `0x${'11'.repeat(32)}` }],
    [
      'an agent that stands for a hash',
      'Agent(string source,bytes32 connectionId)',
      { source: 'a', connectionId: `0x${'11'.repeat(32)}` },
    ],
  ])('%s is unread', (_, text, given) => {
    const data = typedOf(text, { ...domain, verifyingContract: usdc }, given)
    expect(read(data)).toEqual({ kind: 'unread', doubts: ['unread signature'] })
  })
})

describe('what Hyperliquid writes as text is no more than a plain number or an address', () => {
  const actions = {
    fee: 'HyperliquidTransaction:ApproveBuilderFee(string hyperliquidChain,string maxFeeRate,address builder,uint64 nonce)',
    asset:
      'HyperliquidTransaction:SendAsset(string hyperliquidChain,string destination,string sourceDex,string destinationDex,string token,string amount,string fromSubAccount,uint64 nonce)',
    balance:
      'HyperliquidTransaction:UsdClassTransfer(string hyperliquidChain,string amount,bool toPerp,uint64 nonce)',
  }
  const hyper = {
    name: 'HyperliquidSignTransaction',
    version: '1',
    chainId: 8453,
    verifyingContract: `0x${'00'.repeat(20)}`,
  }
  const asset = {
    destination: stranger,
    sourceDex: '',
    destinationDex: 'spot',
    token: 'USDC',
    amount: '1',
    fromSubAccount: '',
  }
  test.each<[keyof typeof actions, object, string]>([
    ['fee', { maxFeeRate: '0.1%', builder: stranger }, `fees up to 0.1% given to ${stranger}`],
    ['fee', { maxFeeRate: '0.1', builder: stranger }, 'unread'],
    ['fee', { maxFeeRate: '0.1% (once)', builder: stranger }, 'unread'],
    ['fee', { maxFeeRate: '', builder: stranger }, 'unread'],
    ['asset', asset, `1 of 1 USDC to ${stranger}`],
    ['asset', { ...asset, fromSubAccount: 'main' }, 'unread'],
    ['asset', { ...asset, amount: '1 of 9' }, 'unread'],
    ['asset', { ...asset, token: 'USDC for nothing' }, 'unread'],
    ['balance', { amount: '7', toPerp: true }, `1 of 7 USDC to ${alice}`],
    ['balance', { amount: `7 subaccount:${stranger}`, toPerp: true }, 'unread'],
  ])('%s %o', (action, given, line) => {
    const data = typedOf(actions[action], hyper, {
      hyperliquidChain: 'Mainnet',
      nonce: 1,
      ...given,
    })
    expect(linesOf(read(data))).toEqual([line])
  })

  test('and what leaves a sub-account is its own, not the signer’s', () => {
    const given = { ...asset, hyperliquidChain: 'Mainnet', nonce: 1, fromSubAccount: dai }
    expect(read(typedOf(actions.asset, hyper, given))).toMatchObject({
      deals: [{ leaves: [{ from: dai }] }],
    })
  })
})

describe('a relay’s request of GSN', () => {
  const parts =
    'address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime'
  const terms =
    'RelayData(uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 transactionCalldataGasUsed,address relayWorker,address paymaster,address forwarder,bytes paymasterData,uint256 clientId)'
  const given = {
    from: alice,
    to: usdc,
    value: 0,
    gas: 1,
    nonce: 0,
    data: `0xa9059cbb${stranger.slice(2).padStart(64, '0')}${'9'.padStart(64, '0')}`,
    validUntilTime: 0,
    relayData: {
      maxFeePerGas: 1,
      maxPriorityFeePerGas: 1,
      transactionCalldataGasUsed: 1,
      relayWorker: stranger,
      paymaster: stranger,
      forwarder: stranger,
      paymasterData: '0x',
      clientId: 1,
    },
  }

  test('is read as the call that its forwarder makes, and ends never where it says 0', () => {
    const reading = read(
      typedOf(`RelayRequest(${parts},RelayData relayData)${terms}`, domain, given),
    )
    expect(reading).toMatchObject({
      kind: 'read',
      until: null,
      calls: [{ from: alice, to: usdc, reading: { kind: 'transfer' } }],
      relay: { worker: stranger, paymaster: stranger, gasPrice: 1n },
    })
  })

  // The forwarder takes any suffix that somebody registered: names alone tell nothing of it.
  test.each([
    `RelayRequest(${parts},RelayData relayData,uint256 extra)${terms}`,
    `Claim(${parts},RelayData relayData)${terms}`,
    `RelayRequest(${parts})`,
  ])('with another suffix or name is unread: %s', (text) => {
    expect(read(typedOf(text, domain, { ...given, extra: 0 })).kind).toBe('unread')
  })
})

describe('bad input is unread, or refused', () => {
  const text = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
  const given = { owner: alice, spender: stranger, value: '1', nonce: 0, deadline: 1 }
  const good = typedOf(text, { ...domain, verifyingContract: usdc }, given)

  test.each<[string, Data]>([
    ['a missing type', { ...good, types: { EIP712Domain: good.types.EIP712Domain ?? [] } }],
    [
      'a circular type',
      { ...good, types: { ...good.types, Permit: [{ name: 'a', type: 'Permit' }] } },
    ],
    [
      'a field called __proto__',
      { ...good, types: { ...good.types, Permit: [{ name: '__proto__', type: 'uint256' }] } },
    ],
    [
      'a value beyond its width',
      { ...good, message: { ...given, value: String(maxUint256 + 1n) } },
    ],
    ['a negative amount', { ...good, message: { ...given, value: '-1' } }],
    ['a missing value', { ...good, message: { owner: alice } }],
    [
      '10,000 types',
      {
        ...good,
        types: {
          EIP712Domain: good.types.EIP712Domain ?? [],
          Permit: Array.from({ length: 10_000 }, (_, at) => ({ name: `a${at}`, type: `T${at}` })),
          ...Object.fromEntries(
            Array.from({ length: 10_000 }, (_, at) => [`T${at}`, [{ name: 'x', type: 'bool' }]]),
          ),
        },
      },
    ],
  ])('%s', (_, data) => {
    expect(() => read(data)).toThrow(expect.objectContaining({ code: -32602 }))
  })

  test('a stored message that does not fit its types any more is unread', () => {
    const kept = readTypedData(good, true)
    const broken = { ...kept, message: { ...kept.message, value: ['1'] } }
    const asked = { signer: alice, chainId: 8453, now }
    expect(readSignature(broken, asked).kind).toBe('unread')
    expect(readSignature({ ...kept, message: {} }, asked).kind).toBe('unread')
  })
})
