import type { Address, Hex } from 'viem'
import { expectTypeOf, test } from 'vitest'
import * as v from 'valibot'
import { object } from '@/lib/rpc/object'
import { defineMethod, type AnyMethod, type Signer } from '@/lib/rpc/method'
import { address, chainId } from '@/lib/rpc/schema'

/** A number that is written as text. */
const decimal = v.pipe(v.string(), v.transform(Number))

const method = defineMethod({
  name: 'wallet_count',
  params: v.strictTuple([address, decimal]),
  result: v.boolean(),
  decision: object({ chainId }),
  account: ([from]) => from,
  handle: ([from, count]) => Promise.resolve(from.length > count),
  approve: (_row, _params, decision) =>
    Promise.resolve(() => Promise.reject(new Error(`not on ${decision.chainId}`))),
})

test('handle takes the params as they were decoded, and gives the result before it is encoded', () => {
  expectTypeOf(method.handle).parameter(0).toEqualTypeOf<[Address, number]>()
  expectTypeOf(method.handle).returns.resolves.toEqualTypeOf<boolean>()
})

test('approve takes the decision as it was decoded, and what signs', () => {
  type Approve = NonNullable<typeof method.approve>
  expectTypeOf<Parameters<Approve>[1]>().toEqualTypeOf<[Address, number]>()
  expectTypeOf<Parameters<Approve>[2]>().toEqualTypeOf<{ chainId: Hex }>()
  expectTypeOf<Parameters<Approve>[3]>().toEqualTypeOf<Signer>()
})

test('the parameter that names an account is an address', () => {
  expectTypeOf<ReturnType<NonNullable<typeof method.account>>>().toEqualTypeOf<Address>()
})

test('a result that its schema does not have does not fit', () => {
  expectTypeOf<() => Promise<string>>().not.toExtend<typeof method.handle>()
})

test('every method fits the table', () => {
  expectTypeOf(method).toExtend<AnyMethod>()
})
