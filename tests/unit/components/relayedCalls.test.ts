import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { TokenFact, Tokens } from '@/components/calls/tokenFacts'
import { SignatureNotices } from '@/components/signing/SignatureNotices'
import { SignedLines } from '@/components/signing/SignedLines'
import { namesFrom } from '@/components/calls/names'
import { unnamedDoubts } from '@/components/signing/unnamedDoubts'
import { tokensIn } from '@/components/signing/useSignedTokens'
import { readSignature } from '@/lib/decode/signatures'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, bob, stranger } from '../accounts'
import { now, permit2, usdc, weth } from '../decode/signatures/samples'
import { typedOf, type Data } from '../decode/signatures/typedOf'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})

// The page's line to the background, which the browser alone has; nothing is asked while rendering.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.reject(new Error('asked')) }))

// The registry of descriptions, which a page loads as a file: it knows every call that nobody else reads.
vi.mock('@/components/calls/useCallDescription', () => ({
  useCallDescription: (_: unknown, { kind }: { kind: string }) =>
    kind === 'unknown' ? { intent: 'Supply' } : undefined,
}))

const chainId = 8453
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function transfer(address receiver, uint256 id, uint256 amount)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function multicall(bytes[] data)',
  'function setApprovalForAll(address operator, bool approved)',
  'function setAuthorization(address holder, bool given)',
  'struct ExactInput { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(ExactInput params)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
])
const approve = (amount: bigint, spender: Address = stranger): Hex =>
  encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] })
const multicall = (...data: Hex[]): Hex =>
  encodeFunctionData({ abi, functionName: 'multicall', args: [data] })

/** The token, of which the account holds 1,000 units; `bob` is no token, but a collection. */
const held: TokenFact = {
  symbol: 'USDC',
  decimals: 6,
  balance: '0x3e8',
  identity: { is: 'listed' },
}
const tokens: Tokens = { [usdc]: held }
const place = { from: alice, chainId, tokens }

const read = (data: Data) => {
  const reading = readSignature(readTypedData(data, true), { signer: alice, chainId, now })
  if (reading.kind === 'unread') throw new Error('it is unread')
  return reading
}

const doubtsOf = (data: Data, isNamed: (address: Address) => boolean = () => false) => {
  const reading = read(data)
  return [
    ...reading.doubts,
    ...unnamedDoubts(
      reading,
      place,
      namesFrom(isNamed, () => false),
    ),
  ]
}

const textOf = (data: Data): string => {
  const reading = read(data)
  const lines = createElement(SignedLines, { reading, place })
  const notices = createElement(SignatureNotices, {
    reading,
    doubts: doubtsOf(data),
    isBlocked: false,
  })
  return renderToStaticMarkup(createElement('div', null, notices, lines))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

const domain = (verifyingContract: Address) => ({ name: 'X', chainId, verifyingContract })
const request = 'address from,address to,uint256 value,uint256 gas,uint256 nonce'
const asked = { from: alice, value: 0, gas: 1, nonce: 0 }
const meta = 'MetaTransaction(uint256 nonce,address from,bytes functionSignature)'

const ways: Record<string, (to: Address, data: Hex) => Data> = {
  'a meta-transaction of the token': (to, data) =>
    typedOf(meta, domain(to), { nonce: 0, from: alice, functionSignature: data }),
  'OpenZeppelin’s forwarder': (to, data) =>
    typedOf(`ForwardRequest(${request},uint48 deadline,bytes data)`, domain(stranger), {
      ...asked,
      to,
      data,
      deadline: now / 1000 + 600,
    }),
  'GSN’s forwarder': (to, data) =>
    typedOf(`ForwardRequest(${request},bytes data,uint256 validUntilTime)`, domain(stranger), {
      ...asked,
      to,
      data,
      validUntilTime: now / 1000 + 600,
    }),
  'Biconomy’s forwarder': (to, data) =>
    typedOf(
      'ERC20ForwardRequest(address from,address to,address token,uint256 txGas,uint256 tokenGasPrice,uint256 batchId,uint256 batchNonce,uint256 deadline,bytes data)',
      domain(stranger),
      {
        from: alice,
        to,
        token: zeroAddress,
        txGas: 1,
        tokenGasPrice: 0,
        batchId: 0,
        batchNonce: 0,
        deadline: now / 1000 + 600,
        data,
      },
    ),
  'a Safe': (to, data) =>
    typedOf(
      'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
      { chainId, verifyingContract: bob },
      {
        to,
        value: 0,
        data,
        operation: 0,
        safeTxGas: 0,
        baseGas: 0,
        gasPrice: 0,
        gasToken: zeroAddress,
        refundReceiver: zeroAddress,
        nonce: 0,
      },
    ),
  'a shell of a contract account': (to, data) =>
    typedOf(
      `TypedDataSign(MetaTransaction contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)${meta}`,
      domain(to),
      {
        contents: { nonce: 0, from: alice, functionSignature: data },
        name: 'Account',
        version: '1',
        chainId,
        verifyingContract: alice,
        salt: `0x${'00'.repeat(32)}`,
      },
    ),
}

const direct = ways['a meta-transaction of the token']
const safe = ways['a Safe']
if (!direct || !safe) throw new Error('no way')

describe.each(Object.entries(ways))('a call that %s runs', (_, of) => {
  test('and that allows an unnamed address exactly what there is is doubted', () => {
    expect(doubtsOf(of(usdc, approve(1_000n)))).toContain('unnamed permit')
  })

  test('be it one of several', () => {
    expect(doubtsOf(of(usdc, multicall(approve(1_000n))))).toContain('unnamed permit')
  })

  test('and so is one without limit, whatever number stands for that', () => {
    expect(doubtsOf(of(usdc, approve(2n ** 200n)))).toContain('unlimited permit')
    expect(textOf(of(usdc, approve(2n ** 200n)))).toContain('It sets no limit.')
  })

  test('a right is doubted', () => {
    const right = encodeFunctionData({
      abi,
      functionName: 'setAuthorization',
      args: [stranger, true],
    })
    expect(doubtsOf(of(usdc, right))).toContain('given right')
    expect(doubtsOf(of(usdc, multicall(right)))).toContain('given right')
  })

  test('an allowance with a limit for somebody with a name is not doubted', () => {
    expect(doubtsOf(of(usdc, approve(1_000n)), () => true)).toEqual([])
  })
})

test('less than half of the balance is not doubted, where it is the account’s own', () => {
  expect(doubtsOf(direct(usdc, approve(499n)))).toEqual([])
  expect(doubtsOf(safe(usdc, approve(499n)))).toEqual(['unnamed permit'])
})

test.each<[string, Address, Hex]>([
  ['parts of the balance', usdc, multicall(approve(250n), approve(250n, bob))],
  [
    'what is added',
    usdc,
    encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [stranger, 500n] }),
  ],
  [
    'what Permit2 keeps',
    permit2,
    encodeFunctionData({ abi, functionName: 'approve', args: [usdc, stranger, 1_000n, 2 ** 40] }),
  ],
  ['an item', bob, approve(7n)],
  ['the item 0', bob, approve(0n)],
])('%s is doubted', (_, to, data) => {
  expect(doubtsOf(direct(to, data))).toEqual(['unnamed permit'])
})

test('taking an allowance of a token back is not doubted', () => {
  expect(doubtsOf(direct(usdc, approve(0n)))).toEqual([])
})

test.each<[string, Data]>([
  ['an item', direct(bob, approve(7n))],
  ['a little of what a Safe holds', safe(usdc, approve(1n))],
])('the warning says no more than is true of %s', (_, data) => {
  expect(textOf(data)).toContain('An address you never named could then take what this allows.')
})

describe('a great number', () => {
  const great = 2n ** 200n
  const said = 'It sets no limit.'

  test('is no limit for somebody with a name either, where it is an amount', () => {
    expect(doubtsOf(direct(usdc, approve(great)), () => true)).toEqual(['unlimited permit'])
  })

  test('may be an item of what is no known token', () => {
    expect(doubtsOf(direct(bob, approve(great)))).toEqual(['unnamed permit'])
    expect(textOf(direct(bob, approve(great)))).not.toContain(said)
  })

  test('is none of an item where it is what a token calls unlimited', () => {
    expect(doubtsOf(direct(bob, approve(2n ** 255n)))).toEqual(['unlimited permit'])
    expect(textOf(direct(bob, approve(2n ** 255n)))).toContain(said)
  })

  test('lets nobody take anything where it is taken back', () => {
    const less = encodeFunctionData({
      abi,
      functionName: 'decreaseAllowance',
      args: [stranger, 2n ** 256n - 1n],
    })
    expect(doubtsOf(direct(usdc, less))).toEqual([])
    expect(doubtsOf(direct(bob, approve(2n ** 255n, zeroAddress)))).toEqual([])
  })
})

test('taking the allowance of an item back gives nothing', () => {
  const data = direct(bob, approve(7n, zeroAddress))
  expect(doubtsOf(data)).toEqual([])
  expect(textOf(data)).not.toContain('You allow')
})

describe('the lines say', () => {
  test('what may be taken, by whom, and the worst of it', () => {
    const text = textOf(direct(usdc, approve(1_000n)))
    expect(text).toContain('You could lose 0.001 USDC.')
    expect(text).toContain('You allow spending of 0.001 USDC')
  })

  test('every call of several', () => {
    const send = encodeFunctionData({ abi, functionName: 'transfer', args: [stranger, 600n] })
    const text = textOf(direct(usdc, multicall(send, approve(300n))))
    expect(text).toContain('Send 0.0006 USDC')
    expect(text).toContain('You could lose 0.0006 USDC.')
    expect(text).toContain('You could lose 0.0003 USDC.')
  })
})

describe('a number of a contract that is no known token', () => {
  test.each<[bigint, string]>([
    [7n, 'amount or token ID 7'],
    [0n, 'or allow token ID 0'],
  ])('is called no item by a line: %s', (number, said) => {
    const text = textOf(direct(bob, approve(number)))
    expect(text).not.toContain('You allow')
    expect(text).toContain(said)
  })

  test('is none as it is sent, either', () => {
    const send = encodeFunctionData({
      abi,
      functionName: 'transferFrom',
      args: [alice, stranger, 7n],
    })
    const text = textOf(direct(bob, send))
    expect(text).not.toContain('You give')
    expect(text).toContain('amount or token ID 7')
  })
})

test.each<[string, Hex]>([
  [
    'ERC-1155',
    encodeFunctionData({
      abi,
      functionName: 'safeBatchTransferFrom',
      args: [alice, stranger, [5n, 6n], [3n, 0n], '0x'],
    }),
  ],
  ['ERC-6909', encodeFunctionData({ abi, functionName: 'transfer', args: [stranger, 5n, 3n] })],
])('items of %s that are sent have lines, those of which none are sent have none', (_, data) => {
  const text = textOf(direct(bob, data))
  expect(text).toContain('You give at most 3 × NFT 5')
  expect(text).not.toContain('NFT 6')
})

test('items that somebody else holds are not said to leave', () => {
  const data = encodeFunctionData({
    abi,
    functionName: 'safeBatchTransferFrom',
    args: [stranger, bob, [5n], [3n], '0x'],
  })
  expect(textOf(direct(bob, data))).not.toContain('You give')
})

test('tokens within calls are compared with the list too', () => {
  const through = encodeFunctionData({
    abi,
    functionName: 'approve',
    args: [weth, stranger, 1n, 2 ** 40],
  })
  expect(tokensIn(read(direct(permit2, through)))).toContain(weth)
})

describe('words of a publisher for a call that a Safe runs', () => {
  const data = safe(bob, '0x12345678')

  test('are those of the contract that is called', () => {
    expect(textOf(data)).toContain('Supply')
  })

  test('are none where its code runs as the Safe itself', () => {
    const text = textOf({ ...data, message: { ...data.message, operation: 1 } })
    expect(text).not.toContain('Supply')
    expect(text).toContain('Unknown action on')
  })
})

describe('a swap that nobody tries', () => {
  /** The address by which a router names itself. */
  const kept: Address = '0x0000000000000000000000000000000000000002'
  const swap = (recipient: Address, amountOutMinimum: bigint): Hex =>
    encodeFunctionData({
      abi,
      functionName: 'exactInputSingle',
      args: [
        {
          tokenIn: usdc,
          tokenOut: weth,
          fee: 500,
          recipient,
          amountIn: 10n,
          amountOutMinimum,
          sqrtPriceLimitX96: 0n,
        },
      ],
    })
  const sweep = (token: Address, least: bigint, to: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'sweepToken', args: [token, least, to] })
  const unwrap = (least: bigint, to: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [least, to] })
  const nothing = ['gives for nothing']

  test.each<[string, Hex, string[]]>([
    ['for the one who gives', swap(alice, 5n), []],
    ['for somebody else', swap(stranger, 5n), nothing],
    ['for nothing at least', swap(alice, 0n), nothing],
    ['swept to the one who gives', multicall(swap(kept, 0n), sweep(weth, 5n, alice)), []],
    ['unwrapped for the one who gives', multicall(swap(kept, 0n), unwrap(5n, alice)), []],
    ['swept to somebody else', multicall(swap(kept, 5n), sweep(weth, 5n, stranger)), nothing],
    ['unwrapped for somebody else', multicall(swap(kept, 5n), unwrap(5n, stranger)), nothing],
    ['with a sweep of another token', multicall(swap(alice, 0n), sweep(bob, 5n, alice)), nothing],
    [
      'with a sweep of nothing at least',
      multicall(swap(kept, 0n), sweep(weth, 0n, alice)),
      nothing,
    ],
  ])('%s', (_, data, doubts) => {
    expect(doubtsOf(direct(bob, data))).toEqual(doubts)
  })

  test('that the Universal Router sends on to somebody else', () => {
    const swapped = encodeAbiParameters(
      parseAbiParameters('address, uint256, uint256, address[], bool'),
      [kept, 10n, 5n, [usdc, weth], true],
    )
    const sent = (to: Address) =>
      encodeAbiParameters(parseAbiParameters('address, address, uint256'), [weth, to, 5n])
    const execute = (to: Address): Hex =>
      encodeFunctionData({
        abi,
        functionName: 'execute',
        args: ['0x0805', [swapped, sent(to)], BigInt(now / 1000 + 600)],
      })
    expect(doubtsOf(direct(bob, execute(alice)))).toEqual([])
    expect(doubtsOf(direct(bob, execute(stranger)))).toEqual(nothing)
  })
})
