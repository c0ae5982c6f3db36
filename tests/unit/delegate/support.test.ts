import { keccak256, type Address, type Hex, type SignedAuthorization } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  atomicity,
  atomicityOf,
  chainSupport,
  knownAtomicity,
  knownSupport,
} from '@/lib/delegate/support'
import { readAccountCode, type AccountCode } from '@/lib/delegate/account'
import { delegation, executor, executorCodeHash } from '@/lib/delegate/executor'
import { cache } from '@/lib/db'
import { emptyDatabase } from '../database'
import { fakeNode, nodeError, type Answers } from '../network/fakeNode'
import { alice, stranger } from '../accounts'
import { entryPoint, executorCode as code } from './executorCode'

const fail = (codeOfError: number) => () => {
  throw nodeError(codeOfError, 'no')
}

const able = {
  eth_call: () => `0x${entryPoint.padStart(64, '0')}`,
  eth_getCode: (address: Address) => (address === executor ? code : '0x'),
} satisfies Answers

beforeEach(emptyDatabase)

test('the code that this test answers with is the executor’s', () => {
  expect(keccak256(code)).toBe(executorCodeHash)
})

describe('what a chain can', () => {
  test.each<[string, Answers, { eip7702: boolean; executor: boolean }]>([
    ['all', able, { eip7702: true, executor: true }],
    [
      'no EIP-7702, by an error',
      { ...able, eth_call: fail(-32602) },
      { eip7702: false, executor: true },
    ],
    [
      'no EIP-7702, by ignoring the authorization',
      { ...able, eth_call: () => '0x' },
      { eip7702: false, executor: true },
    ],
    ['no executor', { ...able, eth_getCode: () => '0x' }, { eip7702: true, executor: false }],
    [
      'another executor',
      { ...able, eth_getCode: () => `${code.slice(0, -2)}00` },
      { eip7702: true, executor: false },
    ],
  ])('%s', async (_, answers, support) => {
    fakeNode(answers)
    expect(await chainSupport(8453)).toEqual(support)
    expect(await knownSupport(8453)).toEqual(support)
  })

  test('is asked once a day, and a yes stays known', async () => {
    const { asked } = fakeNode(able)
    await chainSupport(8453)
    await chainSupport(8453)
    expect(asked).toHaveLength(2)
    await cache.facts.toCollection().modify((fact) => {
      fact.at -= 24 * 60 * 60 * 1000
    })
    expect(await knownSupport(8453)).toEqual({ eip7702: true, executor: true })
    expect(asked).toHaveLength(2)
    await chainSupport(8453)
    expect(asked).toHaveLength(4)
  })

  test('is asked again after ten minutes where it was a no, and no sooner', async () => {
    const { asked } = fakeNode({ ...able, eth_getCode: () => '0x' })
    const pass = (ms: number) =>
      cache.facts.toCollection().modify((fact) => {
        fact.at -= ms
      })
    await chainSupport(8453)
    await pass(590_000)
    expect(await knownSupport(8453)).toEqual({ eip7702: true, executor: false })
    await pass(11_000)
    expect(await knownSupport(8453)).toBeUndefined()
    fakeNode(able)
    expect(await chainSupport(8453)).toEqual({ eip7702: true, executor: true })
    expect(asked).toHaveLength(2)
    // The answer that the chain has EIP-7702 holds for a day.
    await pass(12 * 60 * 60 * 1000)
    expect(await knownSupport(8453)).toEqual({ eip7702: true, executor: true })
  })

  test('is not concluded from a silent node', async () => {
    const { answers } = fakeNode({
      ...able,
      eth_call: () => {
        throw new TypeError('silence')
      },
    })
    await expect(chainSupport(8453)).rejects.toMatchObject({ code: 4901 })
    expect(await knownSupport(8453)).toBeUndefined()
    answers.eth_call = able.eth_call
    expect(await chainSupport(8453)).toEqual({ eip7702: true, executor: true })
  })

  test('is found out with an authorization of a key that nobody has', async () => {
    const { asked } = fakeNode(able)
    await chainSupport(8453)
    const simulation = asked.find(({ method }) => method === 'eth_call')
    if (!simulation) throw new Error('the node was not asked to simulate')
    const [call] = simulation.params as [
      { from?: Address; to: Address; authorizationList: [Record<string, Hex>] },
    ]
    const [{ chainId, nonce, yParity, ...rest }] = call.authorizationList
    const authorization = {
      ...rest,
      chainId: Number(chainId),
      nonce: Number(nonce),
      yParity: Number(yParity),
    }
    expect(authorization).toMatchObject({ address: executor, chainId: 8453, nonce: 0 })
    // A sender would have used up the nonce of its own authorization (EIP-7702).
    expect(call.from).not.toBe(call.to)
    expect(
      await recoverAuthorizationAddress({
        authorization: authorization as unknown as SignedAuthorization,
      }),
    ).toBe(call.to)
    expect(call.to).not.toBe(alice)
  })
})

test.each<[AccountCode['kind'], Hex, Address | null]>([
  ['plain', '0x', null],
  ['executor', delegation(executor), executor],
  ['foreign', delegation(stranger), stranger],
  ['contract', '0x6080', null],
])('an account is %s with the code %s', async (kind, codeOfAccount, delegate) => {
  const { asked } = fakeNode({ eth_getCode: () => codeOfAccount })
  expect(await readAccountCode(8453, alice)).toEqual({ kind, delegate })
  expect(asked).toMatchObject([{ params: [alice, 'pending'] }])
})

const cannot = (reason: string) => ({ status: 'unsupported', reason })
const plain: AccountCode = { kind: 'plain', delegate: null }
const upgraded: AccountCode = { kind: 'executor', delegate: executor }
const another: AccountCode = { kind: 'executor', delegate: stranger }
const unusable: AccountCode = { kind: 'foreign', delegate: stranger }
const contract: AccountCode = { kind: 'contract', delegate: null }

test.each<[boolean, boolean, AccountCode, object]>([
  [true, true, plain, { status: 'ready' }],
  [true, true, upgraded, { status: 'supported' }],
  [true, true, another, { status: 'supported' }],
  [true, true, unusable, { status: 'ready' }],
  [true, true, contract, cannot('atomicityNotSupported')],
  [true, false, plain, cannot('atomicityNotSupported')],
  [true, false, upgraded, cannot('atomicityNotSupported')],
  [true, false, another, { status: 'supported' }],
  [true, false, unusable, cannot('atomicityNotSupported')],
  [false, true, plain, cannot('unsupportedChain')],
  [false, true, another, cannot('unsupportedChain')],
  [false, false, unusable, cannot('unsupportedChain')],
])('EIP-7702 %s, executor %s, account %o: %j', (eip7702, has, account, expected) => {
  expect(atomicityOf({ eip7702, executor: has }, account)).toEqual(expected)
})

test('what was learnt of a chain and an account is known without asking', async () => {
  expect(await knownAtomicity(8453, alice)).toBeUndefined()
  const { asked } = fakeNode({
    ...able,
    eth_getCode: (address: Address) => (address === executor ? code : delegation(executor)),
  })
  expect(await atomicity(8453, alice)).toEqual({ status: 'supported' })
  const before = asked.length
  expect(await knownAtomicity(8453, alice)).toEqual({ status: 'supported' })
  expect(await knownAtomicity(8453, stranger)).toEqual({ status: 'ready' })
  expect(asked).toHaveLength(before)
})
