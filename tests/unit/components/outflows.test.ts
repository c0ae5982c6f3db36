import { maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { alertsOf } from '@/components/calls/alertsOf'
import { outflowsOf, unreadCount } from '@/components/calls/outflowsOf'
import { readingOf } from '@/components/calls/read'
import type { Call } from '@/lib/db'
import { encode, usdc, weth } from '../decode/encode'
import { alice, bob, stranger } from '../accounts'
import {
  approve,
  call,
  eth,
  permit2,
  permit2Approve,
  place,
  setAll,
  transfer,
  unknown,
} from './callSamples'

const outflows = (...calls: Call[]) =>
  outflowsOf(
    calls.map((one) => ({ call: one, reading: readingOf(one, place) })),
    place,
  ).map(({ kind, token, amount, isUnlimited, to }) => [kind, token, amount, isUnlimited, to.length])

describe('what leaves the account', () => {
  test('adds up by token, and allowances replace each other', () => {
    const swap = encode('swap(address,address,uint256,uint256)', [usdc, weth, 500_000n, 1n])
    expect(
      outflows(
        call(usdc, transfer),
        call(stranger, swap),
        call(bob, '0x', eth),
        call(usdc, approve(maxUint256)),
        call(usdc, approve(3n)),
        call(permit2, permit2Approve(4n, 0)),
      ),
    ).toEqual([
      ['send', null, eth, false, 1],
      ['send', usdc, 2_000_000n, false, 2],
      ['allow', usdc, 7n, false, 1],
    ])
  })

  test('counts what calls within calls send and allow, if the account does', () => {
    const inner = encode('selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)', [
      usdc,
      maxUint256,
      6n,
      27,
      `0x${'ab'.repeat(32)}`,
      `0x${'ab'.repeat(32)}`,
    ])
    expect(outflows(call(unknown, encode('multicall(bytes[])', [[inner]])))).toEqual([
      ['allow', usdc, maxUint256, true, 1],
    ])
    const byOther = encode('aggregate3((address,bool,bytes)[])', [[[usdc, false, transfer]]])
    expect(outflows(call(unknown, byOther))).toEqual([])
  })

  test('keeps tokens by their ID apart, and approvals of everything', () => {
    const give = (id: bigint) =>
      encode('safeTransferFrom(address,address,uint256)', [alice, bob, id])
    expect(
      outflows(call(unknown, give(0n)), call(unknown, give(2n)), call(unknown, setAll(true))),
    ).toEqual([
      ['send', unknown, 0n, false, 1],
      ['send', unknown, 2n, false, 1],
      ['allowAll', unknown, 1n, false, 1],
    ])
    expect(outflows(call(unknown, setAll(true)), call(unknown, setAll(false)))).toEqual([])
  })

  test('counts the calls that cannot be read, wherever they are', () => {
    const nested = call(unknown, encode('multicall(bytes[])', [['0xdeadbeef', '0xdeadbeef']]))
    const read = [nested, call(unknown, '0x12'), call(usdc, transfer)].map((one) => ({
      call: one,
      reading: readingOf(one, place),
    }))
    expect(unreadCount([...read, { call: { ...nested, to: null }, reading: null }])).toBe(3)
  })
})

test('dangers of calls within a call are told beside it', () => {
  const permit = encode('selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)', [
    usdc,
    maxUint256,
    6n,
    27,
    `0x${'ab'.repeat(32)}`,
    `0x${'ab'.repeat(32)}`,
  ])
  const reading = readingOf(
    call(unknown, encode('multicall(bytes[])', [[permit, '0xdeadbeef', setAll(true)]])),
    place,
  )
  expect(reading && alertsOf(reading, alice)).toEqual([
    '2 steps inside it let others spend without limit.',
    'Volley cannot read 1 step inside it.',
  ])
  expect(reading && alertsOf(reading, bob)).toEqual(['Volley cannot read 1 step inside it.'])
})
