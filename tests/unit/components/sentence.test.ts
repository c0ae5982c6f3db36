import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { maxUint256 } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { argumentRows, valueText } from '@/components/calls/argumentRows'
import { CallDetail } from '@/components/calls/CallDetail'
import { readingOf } from '@/components/calls/read'
import { Sentence } from '@/components/calls/Sentence'
import type { Call } from '@/lib/db'
import { encode, usdc, weth } from '../decode/encode'
import { samples } from '../decode/samples'
import { alice, bob, stranger } from '../accounts'
import {
  approve,
  call,
  eth,
  path,
  permit2,
  permit2Approve,
  place,
  setAll,
  transfer,
  transferFrom,
  unknown,
} from './callSamples'
import { withWhole } from './wholeAddresses'

// The page's line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

const textOf = (markup: string): string => withWhole(markup).replace(/<[^>]*>/g, '')

const sentence = (one: Call, where = place): string =>
  textOf(
    renderToStaticMarkup(
      createElement(Sentence, { call: one, reading: readingOf(one, where), place: where }),
    ),
  )

describe('a call whose token nobody knows yet', () => {
  const early = { ...place, tokens: undefined }

  test.each<[string, Call]>([
    [
      `Take back the ${unknown} allowance of ${bob}, or allow token ID 0`,
      call(unknown, approve(0n)),
    ],
    [`Allow ${bob} to spend unlimited`, call(unknown, approve(maxUint256))],
    [`Send  to ${bob}`, call(unknown, transfer)],
  ])('%s', (expected, one) => {
    expect(sentence(one, early)).toBe(expected)
  })
})

describe('a call in plain words', () => {
  test.each<[string, Call]>([
    [`Send 1.5 ETH to ${bob}`, call(bob, '0x', (eth * 3n) / 2n)],
    [`Send 1.5 USDC to ${bob}`, call(usdc, transfer)],
    [`Send 1.5 USDC to ${bob} with 1 ETH`, call(usdc, transfer, eth)],
    [`Send 1,500,000 units of ${unknown} to ${bob}`, call(unknown, transfer)],
    [`Send 1.5 USDC to ${bob}`, call(usdc, transferFrom(alice, bob))],
    [`Collect 1.5 USDC from ${bob}`, call(usdc, transferFrom(bob, alice))],
    [`Move 1.5 USDC from ${stranger} to ${bob}`, call(usdc, transferFrom(stranger, bob))],
    [
      `Send amount or token ID 1500000 of ${unknown} to ${bob}`,
      call(unknown, transferFrom(alice, bob)),
    ],
    [`Allow ${bob} to spend 1.5 USDC`, call(usdc, approve(1_500_000n))],
    [`Allow ${bob} to spend 2.5 USDC (more than you have)`, call(usdc, approve(2_500_000n))],
    [`Allow ${bob} to spend unlimited USDC`, call(usdc, approve(maxUint256))],
    [`Allow ${bob} to spend unlimited units of ${unknown}`, call(unknown, approve(maxUint256))],
    [`Allow ${bob} to spend amount or token ID 7 of ${unknown}`, call(unknown, approve(7n))],
    [`Take back the USDC allowance of ${bob}`, call(usdc, approve(0n))],
    [
      `Take back the ${unknown} allowance of ${bob}, or allow token ID 0`,
      call(unknown, approve(0n)),
    ],
    [
      `Allow ${bob} to spend 1 USDC more`,
      call(usdc, encode('increaseAllowance(address,uint256)', [bob, 1_000_000n])),
    ],
    [
      `Allow ${bob} to spend 1 USDC less`,
      call(usdc, encode('decreaseAllowance(address,uint256)', [bob, 1_000_000n])),
    ],
    [
      `Allow ${bob} to spend 1 USDC through Permit2, in this block only`,
      call(permit2, permit2Approve(1_000_000n, 0)),
    ],
    [
      `Allow ${bob} to spend unlimited USDC through Permit2, forever`,
      call(permit2, permit2Approve(2n ** 160n - 1n, 2 ** 48 - 1)),
    ],
    [
      `Allow ${bob} to spend 1 USDC of ${stranger}`,
      call(
        usdc,
        encode('permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', [
          stranger,
          bob,
          1_000_000n,
          6n,
          27,
          `0x${'ab'.repeat(32)}`,
          `0x${'ab'.repeat(32)}`,
        ]),
      ),
    ],
    [`Allow ${bob} to take all NFTs of ${unknown}`, call(unknown, setAll(true))],
    [`No longer allow ${bob} to take tokens of ${unknown}`, call(unknown, setAll(false))],
    [
      `Send 3 of token ID 4 of ${unknown} to ${bob}`,
      call(
        unknown,
        encode('safeTransferFrom(address,address,uint256,uint256,bytes)', [
          alice,
          bob,
          4n,
          3n,
          '0x',
        ]),
      ),
    ],
    [
      `Swap 1 USDC for at least 2 WETH through ${unknown}`,
      call(
        unknown,
        encode('swap(address,address,uint256,uint256)', [usdc, weth, 1_000_000n, 2n * eth]),
      ),
    ],
    [
      `Swap at most 1 ETH for 2 USDC through Uniswap V2 router, sent to ${bob}`,
      call(
        '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
        encode('swapETHForExactTokens(uint256,address[],address,uint256)', [
          2_000_000n,
          path,
          bob,
          6n,
        ]),
        eth,
      ),
    ],
    ['Wrap 1 ETH', call(weth, encode('deposit()', []), eth)],
    ['Unwrap 1 ETH', call(weth, encode('withdraw(uint256)', [eth]))],
    [`Deposit 1 ETH into ${unknown}`, call(unknown, encode('deposit()', []), eth)],
    [
      `Withdraw 5 units from ${unknown} to ${bob}`,
      call(unknown, encode('withdraw(uint256,address,address)', [5n, bob, alice])),
    ],
    [
      `Run 2 steps through ${unknown}`,
      call(unknown, encode('multicall(bytes[])', [[transfer, transfer]])),
    ],
    [`Unknown action on ${unknown}`, call(unknown, '0xdeadbeef')],
  ])('%s', (words, one) => {
    expect(sentence(one)).toBe(words)
  })

  test('names contracts on their own chain alone', () => {
    const one = call(usdc, encode('approve(address,uint256)', [weth, 1n]))
    expect(sentence(one)).toMatch(/^Allow WETH to spend/)
    expect(sentence(one, { ...place, chainId: 31337, tokens: {} })).toMatch(/^Allow 0x42/)
  })

  test.each(samples)('is whole and shown whole for %s', (signature, args) => {
    const one = call(unknown, encode(signature, args), 9n)
    const reading = readingOf(one, place)
    expect(sentence(one)).not.toMatch(/undefined|null|NaN|\[object|Infinity/)
    const detail = renderToStaticMarkup(createElement(CallDetail, { call: one, reading, place }))
    expect(textOf(detail)).not.toMatch(/undefined|NaN|\[object|Invalid/)
    expect(textOf(detail)).toContain(unknown)
  })
})

test('an empty list of numbers is shown as empty', () => {
  const [row] = argumentRows([{ name: 'ids', type: 'uint256[]', value: [] }])
  expect(row && valueText(row)).toBe('empty')
})

test('arguments are shown short and harmless, whatever a site writes', () => {
  const text = `\u202eevil\u0000<b>${'x'.repeat(10_000)}`
  const one = call(
    unknown,
    encode(
      'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)',
      [
        [[usdc, 9n], 0n, 6n],
        [bob, 5n],
        alice,
        `0x${'ab'.repeat(32)}`,
        text,
        `0x${'12'.repeat(1000)}`,
      ],
    ),
  )
  const reading = readingOf(one, place)
  const rows = argumentRows(reading?.args ?? [])
  expect(rows.map(({ path: where }) => where)).toContain('permit.permitted.token')
  const [written, bytes] = [rows.at(-2), rows.at(-1)].map((row) => row && valueText(row))
  expect(written).toMatch(/^·evil·<b>x+$/)
  expect(written).toHaveLength(300)
  expect(bytes).toBe(`0x${'12'.repeat(32)}… 1,000 bytes`)
  const detail = renderToStaticMarkup(createElement(CallDetail, { call: one, reading, place }))
  expect(detail).not.toContain('<b>')
})
