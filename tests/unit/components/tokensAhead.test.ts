import { encodeFunctionData, erc20Abi, type Address } from 'viem'
import { expect, test } from 'vitest'
import { readingOf } from '@/components/calls/read'
import { identifiedOf } from '@/components/tokens/useIdentified'
import { tokensAhead } from '@/components/tokens/tokensAhead'
import * as listed from '@/lib/listed/tokenIdentity'
import { sameAddress } from '@/lib/values/address'
import { alice, bob, stranger } from '../accounts'
import { usdc } from '../decode/encode'

const base = 8453

const transferOf = (to: Address) => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 1n] })
  const call = { to, value: '0x0', data } as const
  return { call, reading: readingOf(call, { from: alice, chainId: base }) }
}

const coin = () => {
  const call = { to: bob, value: '0x1', data: '0x' } as const
  return { call, reading: readingOf(call, { from: alice, chainId: base }) }
}

const own = { symbol: 'OWN', decimals: 4 }

test('of listed tokens and the coin all is known that an amount needs', () => {
  expect(tokensAhead(listed, {}, base, [transferOf(usdc), coin()])).toEqual({})
  const facts = identifiedOf({}, listed.listedOn(base), () => ({ is: 'unlisted' }))
  const [fact] = Object.entries(facts).filter(([address]) => sameAddress(address as Address, usdc))
  expect(fact?.[1]).toMatchObject({ symbol: 'USDC', decimals: 6, identity: { is: 'listed' } })
})

test('a token that was seen before stands by what it said then, and no other token with it', () => {
  const stored = { [stranger]: own, [bob]: { symbol: 'OTHER', decimals: 1 } }
  expect(tokensAhead(listed, stored, base, [transferOf(stranger), transferOf(usdc)])).toEqual({
    [stranger]: own,
  })
})

test('one token that nobody knows leaves all amounts open', () => {
  const calls = [transferOf(stranger), transferOf(usdc)]
  expect(tokensAhead(listed, {}, base, calls)).toBeUndefined()
  expect(tokensAhead(listed, undefined, base, calls)).toBeUndefined()
})

test('a listed token is not known while the list is read, or where it cannot be', () => {
  expect(tokensAhead(undefined, {}, base, [transferOf(usdc)])).toBeUndefined()
  expect(tokensAhead('failed', {}, base, [transferOf(usdc)])).toBeUndefined()
  expect(tokensAhead('failed', { [usdc]: own }, base, [transferOf(usdc)])).toEqual({ [usdc]: own })
})
