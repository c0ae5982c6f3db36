import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { request, requestTogether } from '@/lib/network/node'
import type { NodeQuestion } from '@/lib/network/rpcRequest'
import { loadNetworks } from '@/lib/network/urls'
import { emptyDatabase } from '../database'

type Call = { id: number; method: string; params: unknown[] }
type Body = Call | Call[]

/** A fake of `fetch`; `answer` gets the host and the parsed body, and gives the node's text, null for silence. */
const node = (answer: (host: string, body: Body) => string | null, status = 200) => {
  const bodies: Body[] = []
  vi.stubGlobal('fetch', (url: string, init: { body: string }) => {
    const body = JSON.parse(init.body) as Body
    bodies.push(body)
    const text = answer(new URL(url).hostname, body)
    return text === null
      ? Promise.reject(new TypeError())
      : Promise.resolve(new Response(text, { status }))
  })
  return bodies
}

const answerTo = ({ id, method }: Call) => ({ jsonrpc: '2.0', id, result: `0x${method.length}` })

const answersTo = (body: Body): object =>
  Array.isArray(body) ? body.map(answerTo) : answerTo(body)

/** How many questions each request had; 0 for one that was no array. */
const sizes = (bodies: readonly Body[]) =>
  bodies.map((body) => (Array.isArray(body) ? body.length : 0))

const questions: NodeQuestion[] = [
  ['eth_chainId', []],
  ['eth_getCode', ['0x1', 'pending']],
]
const [own, code] = ['0x11', '0x11']

// The wallet remembers how a node takes questions, so each test has its own.
let chainId = 7_000
let host = ''

const setUrls = async (...hosts: string[]) => {
  const custom = { name: 'Own', symbol: 'OWN', decimals: 18, opStack: false, genesis: null }
  const urls = hosts.map((one) => `https://${one}/KEY`)
  await journal.networks.put({ chainId, urls, custom })
  await loadNetworks()
}

const ask = (asked = questions) => Promise.allSettled(requestTogether(chainId, asked))

const values = (settled: Awaited<ReturnType<typeof ask>>) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as unknown)))

beforeEach(async () => {
  await emptyDatabase()
  host = `a${++chainId}.example`
  await setUrls(host)
})

afterEach(() => vi.unstubAllGlobals())

test('several questions are one request, and each gets its own answer, whatever their order', async () => {
  const bodies = node((_, body) => JSON.stringify([answersTo(body)].flat().toReversed()))
  const many: NodeQuestion[] = [...questions, ['eth_getBalance', ['0x2', 'latest']]]
  expect(values(await ask(many))).toEqual([own, code, '0x14'])
  expect(sizes(bodies)).toEqual([3])
  const [sent] = bodies as [Call[]]
  expect(sent.map(({ method, params }) => [method, params])).toEqual(many)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
})

test.each<[string, (all: ReturnType<typeof answerTo>[]) => unknown[]]>([
  ['an error', ([first, second]) => [first, { id: second?.id, error: { code: 3, message: 'no' } }]],
  ['no answer', ([first]) => [first]],
  ['two answers', ([first, second]) => [first, second, { ...second, result: '0x2' }]],
  ['an answer of another question', ([first, second]) => [first, { ...second, id: 0 }]],
  ['an answer that is none', ([first]) => [first, null, 7, 'text']],
])('a question that gets %s is asked by itself, and no other', async (_, spoilt) => {
  const bodies = node((_host, body) =>
    JSON.stringify(Array.isArray(body) ? spoilt(body.map(answerTo)) : answerTo(body)),
  )
  expect(values(await ask())).toEqual([own, code])
  expect(sizes(bodies)).toEqual([2, 0])
  expect(bodies[1]).toMatchObject({ method: 'eth_getCode' })
})

test.each([
  ['one error for all', '{"id":null,"error":{"code":-32600,"message":"no batches"}}'],
  ['a page', '<html>'],
  ['nothing', ''],
])('a node that answers with %s is asked one by one from then on', async (_, text) => {
  const bodies = node((_host, body) =>
    Array.isArray(body) ? text : JSON.stringify(answerTo(body)),
  )
  expect(values(await ask())).toEqual([own, code])
  expect(values(await ask())).toEqual([own, code])
  expect(sizes(bodies)).toEqual([2, 0, 0, 0, 0])
})

test('a node that takes one question at a time stays the one that is preferred', async () => {
  const other = `b${chainId}.example`
  await setUrls(host, other)
  const asked: string[] = []
  node((at, body) => {
    asked.push(at)
    return Array.isArray(body) ? '{}' : JSON.stringify(answerTo(body))
  })
  await ask()
  await request(chainId, 'eth_blockNumber', [])
  expect(new Set(asked)).toEqual(new Set([host]))
})

test('where the first node is silent, the next one gets all questions in one request', async () => {
  const other = `b${chainId}.example`
  await setUrls(host, other)
  const served = { jsonrpc: '2.0', result: `0x${chainId.toString(16)}` }
  const bodies = node((at, body) => {
    if (at === host) return null
    return JSON.stringify(Array.isArray(body) ? answersTo(body) : { ...served, id: body.id })
  })
  expect(values(await ask())).toEqual([own, code])
  expect(sizes(bodies)).toEqual([2, 0, 2])
})

test.each([
  ['silent', 4901, null, 200],
  ['asks to slow down', -32005, 'later', 429],
] as const)(
  'a node that is %s is asked once, and every question fails',
  async (_, error, text, status) => {
    const bodies = node(() => text, status)
    expect(values(await ask())).toMatchObject([{ code: error }, { code: error }])
    expect(sizes(bodies)).toEqual([2])
  },
)

test('a node without a pending block is asked for the latest one, in one request', async () => {
  const refusal = { code: -32000, message: 'pending is not yet supported' }
  const bodies = node((_, body) => {
    const each = [body]
      .flat()
      .map((call) =>
        call.params.includes('pending') ? { id: call.id, error: refusal } : answerTo(call),
      )
    return JSON.stringify(Array.isArray(body) ? each : each[0])
  })
  expect(values(await ask())).toEqual([own, code])
  expect(sizes(bodies)).toEqual([2, 0, 0])
  expect(values(await ask())).toEqual([own, code])
  expect(sizes(bodies)).toEqual([2, 0, 0, 2])
  expect(bodies[3]).toMatchObject([{ params: [] }, { params: ['0x1', 'latest'] }])
})

test('null is no value where one belongs', async () => {
  node((_, body) => JSON.stringify([body].flat().map(({ id }) => ({ id, result: null }))))
  expect(values(await ask())).toMatchObject([null, { code: -32603 }])
})
