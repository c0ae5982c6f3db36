import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { object } from '@/lib/rpc/object'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { toError } from '@/lib/rpc/errors'
import { defineMethod, type AnyMethod } from '@/lib/rpc/method'
import { address } from '@/lib/rpc/schema'
import { createServer } from '@/lib/rpc/server'
import type { SiteRequest } from '@/lib/rpc/siteRequest'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other } from '../accounts'
import { noSubscriptions } from '../subscriptions/noSubscriptions'

const secret = 'https://node.example/SECRETKEY /home/me/lib/db.ts:12:3'

const check = vi.fn(() => Promise.resolve())

const methods: Record<string, AnyMethod> & { echo: AnyMethod; prompt: AnyMethod } = {
  echo: defineMethod({
    name: 'echo',
    params: v.strictTuple([v.unknown()]),
    result: v.unknown(),
    handle: ([value]) => Promise.resolve(value),
  }),
  origin: defineMethod({
    name: 'origin',
    params: v.unknown(),
    result: v.string(),
    handle: (_params, { origin }) => Promise.resolve(origin),
  }),
  fail: defineMethod({
    name: 'fail',
    params: v.unknown(),
    result: v.unknown(),
    handle: () => Promise.reject(new Error(secret)),
  }),
  lie: defineMethod({
    name: 'lie',
    params: v.unknown(),
    result: object({ id: v.string() }),
    handle: () => Promise.resolve({ id: 5 } as never),
  }),
  prompt: defineMethod({
    name: 'prompt',
    params: v.strictTuple([address]),
    result: v.string(),
    decision: v.string(),
    account: ([account]) => account,
    handle: async (_params, { ask }) => String((await ask({ check })).decision),
  }),
}

const node =
  vi.fn<(chainId: number, method: string, wire: string, isStranger: boolean) => Promise<unknown>>()
const nothing = () => Promise.resolve()
const site = {
  accounts: [alice],
  chainId: 8453,
  refresh: nothing,
  show: nothing,
  subscriptions: noSubscriptions,
}
const server = createServer({
  methods,
  node,
  read: async (...asked) => JSON.stringify(await node(...asked)),
  ask: approvals.ask,
  find: approvals.find,
  nodeMethods: new Set(['eth_call']),
  now: () => Date.now(),
  site: () => Promise.resolve({ ...site, isUnlocked: () => Promise.resolve(true) }),
})

const request: SiteRequest = {
  id: '0'.repeat(32),
  origin: dapp,
  documentId: 'document',
  method: 'echo',
  wire: '[1]',
}

const answer = async (change: Partial<SiteRequest>): Promise<unknown> =>
  JSON.parse(await server({ ...request, ...change }))

beforeEach(async () => {
  vi.resetAllMocks()
  await emptyDatabase()
})

test.each([1, null, false, '', [], { a: null }])(
  'a result of %j arrives as it is',
  async (value) => {
    expect(await answer({ wire: JSON.stringify([value]) })).toEqual({ result: value })
  },
)

test.each([
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'eth_sign',
  '',
  'ECHO',
  'echo ',
  'eth_signTypedData',
  'personal_sign',
  'wallet_approve',
  'importPhrase',
])('the method %j is not supported', async (method) => {
  expect(await answer({ method })).toEqual({
    error: {
      code: 4200,
      message: expect.stringMatching(/^The wallet does not support/) as unknown,
    },
  })
})

test('the name of an unknown method is not given back at any length', async () => {
  const text = await server({ ...request, method: 'x'.repeat(100_000) })
  expect(text.length).toBeLessThan(200)
})

describe('nothing of an unexpected failure leaves', () => {
  test.each(['fail', 'lie'])('%s', async (method) => {
    expect(await server({ ...request, method })).toBe(
      '{"error":{"code":-32603,"message":"Internal error"}}',
    )
  })

  test('of a node that throws what is no answer', async () => {
    node.mockRejectedValueOnce(new TypeError(secret))
    expect(await answer({ method: 'eth_call' })).toEqual({
      error: { code: -32603, message: 'Internal error' },
    })
  })
})

test('the origin is the Port’s, whatever the page writes', async () => {
  const wire = JSON.stringify([{ origin: other, site: { origin: other }, __proto__: null }])
  expect(await answer({ method: 'origin', wire })).toEqual({ result: dapp })
})

describe('a node’s method', () => {
  test('goes to the site’s network, its params untouched', async () => {
    node.mockResolvedValueOnce('0x')
    const wire = '[ {"b":1.0, "a":"é"},"pending" ]'
    expect(await answer({ method: 'eth_call', wire })).toEqual({ result: '0x' })
    expect(node).toHaveBeenCalledExactlyOnceWith(8453, 'eth_call', wire, false)
  })

  test('gives back null and the node’s error with its data', async () => {
    node.mockResolvedValueOnce(null)
    expect(await answer({ method: 'eth_call' })).toEqual({ result: null })
    const error = { code: -32000, message: 'execution reverted', data: '0x08c379a0' }
    node.mockRejectedValueOnce(toError(error))
    expect(await answer({ method: 'eth_call' })).toEqual({ error })
  })

  test.each(['[', 'null]', '[],"method":"eth_sendRawTransaction","params":[]'])(
    'is not asked with what is no JSON: %s',
    async (wire) => {
      expect(await answer({ method: 'eth_call', wire })).toMatchObject({ error: { code: -32602 } })
      expect(node).not.toHaveBeenCalled()
    },
  )
})

describe('an account in the params', () => {
  const prompt = { method: 'prompt' }

  test('that was not granted is refused before anything is asked', async () => {
    expect(await answer({ ...prompt, wire: JSON.stringify([bob]) })).toMatchObject({
      error: { code: 4100 },
    })
    expect(await journal.approvals.count()).toBe(0)
    expect(check).not.toHaveBeenCalled()
  })

  test('is compared without its case', async () => {
    const asked = answer({ ...prompt, wire: JSON.stringify([alice.toLowerCase()]) })
    await vi.waitFor(async () => expect(await approvals.pending()).toHaveLength(1))
    await approvals.approve(request.id, 'yes', () => Promise.resolve())
    expect(await asked).toEqual({ result: 'yes' })
  })
})

describe('a request that comes again under its id', () => {
  const prompt = { method: 'prompt', wire: JSON.stringify([alice]) }

  const oneWaits = () => vi.waitFor(async () => expect(await approvals.pending()).toHaveLength(1))

  test('is not checked again and gets the same answer, before and after the decision', async () => {
    const first = answer(prompt)
    await oneWaits()
    check.mockRejectedValue(new Error('checked again'))
    site.accounts = []
    const second = answer({ ...prompt, documentId: 'the same page, resumed' })
    await approvals.approve(request.id, 'yes', () => Promise.resolve())
    const third = answer(prompt)
    site.accounts = [alice]
    expect(await Promise.all([first, second, third])).toEqual([
      { result: 'yes' },
      { result: 'yes' },
      { result: 'yes' },
    ])
    expect(check).toHaveBeenCalledOnce()
    expect(await journal.approvals.count()).toBe(1)
  })

  test.each<[string, Partial<SiteRequest>]>([
    ['another site', { origin: other }],
    ['other params', { wire: JSON.stringify([alice.toLowerCase()]) }],
    ['another method', { method: 'again' }],
  ])('but from or with %s is refused and changes nothing', async (_, change) => {
    methods.again = { ...methods.prompt, name: 'again' }
    void answer(prompt)
    await oneWaits()
    const before = await journal.approvals.toArray()
    expect(await answer({ ...prompt, ...change })).toMatchObject({ error: { code: -32600 } })
    expect(await journal.approvals.toArray()).toEqual(before)
  })
})

describe('a method that is loaded when it is called', () => {
  const { echo, prompt } = methods
  const load = vi.fn<() => Promise<AnyMethod>>()
  const services = {
    node,
    read: () => Promise.resolve('null'),
    ask: approvals.ask,
    find: approvals.find,
    nodeMethods: new Set<string>(),
    now: () => Date.now(),
    site: () => Promise.resolve({ ...site, isUnlocked: () => Promise.resolve(true) }),
  }
  const lazily = createServer({ ...services, methods: { later: load } })
  const later = { ...request, method: 'later' }
  const missing = new Error('background/wallet.js is not there')

  test('answers as one that is there', async () => {
    load.mockResolvedValue(echo)
    expect(JSON.parse(await lazily(later))).toEqual({ result: 1 })
  })

  test('is tried again, since it may be one that asks, and then fails by its code', async () => {
    load.mockRejectedValue(missing)
    expect(JSON.parse(await lazily(later))).toEqual({
      error: { code: -32603, message: 'Internal error' },
    })
    expect(load).toHaveBeenCalledTimes(4)
  })

  test('asks the user once, where it was missing at first', async () => {
    load.mockRejectedValueOnce(missing).mockResolvedValue(prompt)
    const answer = lazily({ ...later, wire: JSON.stringify([alice]) })
    await vi.waitFor(async () => expect(await journal.approvals.count()).toBe(1))
    await approvals.approve(request.id, 'yes', () => Promise.resolve())
    expect(JSON.parse(await answer)).toEqual({ result: 'yes' })
    expect(load).toHaveBeenCalledTimes(2)
  })
})
