import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { lacksPending, request, requestTogether } from '@/lib/network/node'
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

test.each<[string, (count: number) => string]>([
  ['no answer at all', () => '[]'],
  ['errors alone', (count) => JSON.stringify(Array.from({ length: count }, () => ({ error: {} })))],
  ['more than a megabyte', () => JSON.stringify(['f'.repeat(1024 * 1024)])],
])(
  'a node that gives %s to several questions is asked one by one from then on',
  async (_, text) => {
    const bodies = node((_host, body) =>
      Array.isArray(body) ? text(body.length) : JSON.stringify(answerTo(body)),
    )
    expect(values(await ask())).toEqual([own, code])
    expect(values(await ask())).toEqual([own, code])
    expect(sizes(bodies)).toEqual([2, 0, 0, 0, 0])
  },
)

test('of many answers no more are looked at than were asked for', async () => {
  const bodies = node((_host, body) => {
    if (!Array.isArray(body)) return JSON.stringify(answerTo(body))
    return JSON.stringify([...Array.from({ length: 100 }, () => ({})), ...body.map(answerTo)])
  })
  expect(values(await ask())).toEqual([own, code])
  expect(sizes(bodies)).toEqual([2, 0, 0])
})

test.each([
  ['is silent', 4901, null, 200],
  ['asks to slow down', -32005, 'later', 429],
] as const)('a node that %s fails each question by itself', async (_, error, text, status) => {
  const bodies = node(() => text, status)
  expect(values(await ask())).toMatchObject([{ code: error }, { code: error }])
  expect(sizes(bodies)).toEqual([2, 0, 0])
})

test('a node that is slow with several questions is asked one by one from then on', async () => {
  const clock = vi.spyOn(performance, 'now')
  let now = 0
  clock.mockImplementation(() => now)
  const bodies = node((_, body) => {
    now += Array.isArray(body) ? took : 0
    return JSON.stringify(answersTo(body))
  })
  let took = 250
  expect(values(await ask())).toEqual([own, code])
  took = 251
  expect(values(await ask())).toEqual([own, code])
  expect(values(await ask())).toEqual([own, code])
  expect(sizes(bodies)).toEqual([2, 2, 0, 0])
  clock.mockRestore()
})

test('a node that refuses more than three questions without a key gets each by itself', async () => {
  await setUrls('polygon.drpc.org')
  const bodies = node((_, body) => JSON.stringify(answersTo(body)))
  expect(values(await ask())).toEqual([own, code])
  await setUrls('drpc.org.example')
  await ask()
  expect(sizes(bodies)).toEqual([0, 0, 2])
})

test('several questions are waited for one second, and one as ever', async () => {
  const deadline = vi.spyOn(AbortSignal, 'timeout')
  node(() => null)
  await ask()
  expect(deadline.mock.calls).toEqual([[1_000], [25_000], [25_000]])
  deadline.mockRestore()
})

test.each([
  ['refuses several questions', '{}'],
  ['is silent to several questions', null],
])('a node that %s stays the one that gets transactions', async (_, text) => {
  const other = `b${chainId}.example`
  await setUrls(host, other)
  const asked: string[] = []
  node((at, body) => {
    asked.push(at)
    return Array.isArray(body) ? text : JSON.stringify(answerTo(body))
  })
  expect(values(await ask())).toEqual([own, code])
  await request(chainId, 'eth_sendRawTransaction', ['0x'])
  expect(new Set(asked)).toEqual(new Set([host]))
})

test('where the first node is silent, each question goes on to the next one', async () => {
  const other = `b${chainId}.example`
  await setUrls(host, other)
  const served = { jsonrpc: '2.0', result: `0x${chainId.toString(16)}` }
  const asked: string[] = []
  node((at, body) => {
    asked.push(`${at[0]}${Array.isArray(body) ? body.length : ''}`)
    if (at === host) return null
    const isChain = !Array.isArray(body) && body.method === 'eth_chainId'
    return JSON.stringify(isChain ? { ...served, id: body.id } : answersTo(body))
  })
  expect(values(await ask())).toEqual([served.result, code])
  expect(asked.slice(0, 3)).toEqual(['a2', 'a', 'a'])
  expect(new Set(asked.slice(3))).toEqual(new Set(['b']))
  // The one that answered stands in, and takes several at once.
  asked.length = 0
  await ask()
  expect(asked).toEqual(['b2'])
})

test('several questions do not try the first node again in the place of its stand-in', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const other = `b${chainId}.example`
  await setUrls(host, other)
  const asked: string[] = []
  node((at, body) => {
    asked.push(at[0] ?? '')
    if (at === host) return null
    const result = `0x${chainId.toString(16)}`
    return JSON.stringify([body].flat().map(({ id }) => ({ id, result }))).replace(
      Array.isArray(body) ? '' : /^\[|\]$/g,
      '',
    )
  })
  await request(chainId, 'eth_blockNumber', [])
  vi.setSystemTime(Date.now() + 61_000)
  asked.length = 0
  await ask()
  expect(asked).toEqual(['b'])
  // That is still to come, by one question.
  await request(chainId, 'eth_blockNumber', [])
  expect(asked.slice(1)).toEqual(['a', 'b'])
  vi.useRealTimers()
})

test('a pending block that several questions found ends what was known of its lack', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let isThere = false
  const bodies = node((_host, body) => {
    const error = { code: -32000, message: 'pending block is not available' }
    const each = [body]
      .flat()
      .map((call) =>
        call.params.includes('pending') && !isThere ? { id: call.id, error } : answerTo(call),
      )
    return JSON.stringify(Array.isArray(body) ? each : each[0])
  })
  const later = async (now: boolean) => {
    isThere = now
    vi.setSystemTime(Date.now() + 60_000)
    await ask()
  }
  for (const now of [false, true, false]) await later(now)
  bodies.length = 0
  await later(true)
  expect(bodies).toMatchObject([[{}, { params: ['0x1', 'pending'] }]])
  expect(lacksPending(chainId)).toBe(false)
  vi.useRealTimers()
})

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

test('an answer that is no value says nothing of the pending block', async () => {
  const error = { code: -32000, message: 'pending block is not available' }
  let isNull = false
  node((_, body) => {
    const each = [body].flat().map((call) => {
      if (!call.params.includes('pending')) return answerTo(call)
      return isNull ? { id: call.id, result: null } : { id: call.id, error }
    })
    return JSON.stringify(Array.isArray(body) ? each : each[0])
  })
  await ask()
  isNull = true
  expect(values(await ask())).toMatchObject([own, { code: -32603 }])
  expect(lacksPending(chainId)).toBe(true)
})

test('null is no value where one belongs', async () => {
  node((_, body) => JSON.stringify([body].flat().map(({ id }) => ({ id, result: null }))))
  expect(values(await ask())).toMatchObject([null, { code: -32603 }])
})
