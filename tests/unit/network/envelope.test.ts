import { afterEach, describe, expect, test, vi } from 'vitest'
import { membersOf } from '@/lib/network/envelope'
import { readForSite } from '@/lib/network/node'
import { toWire } from '@/lib/rpc/errors'

/** A fake of `fetch`; `answer` gets the id of the request and writes the body, as a node would. */
const node = (answer: (id: number) => string) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    asked.push(url)
    const text = method === 'eth_chainId' ? `{"id":${id},"result":"0x2105"}` : answer(id)
    return Promise.resolve(new Response(text))
  })
  return asked
}

const read = () =>
  readForSite(8453, 'eth_getLogs', '[]').then(
    (text) => ({ text }),
    (error: unknown) => toWire(error),
  )

afterEach(() => vi.unstubAllGlobals())

describe('a result goes on as the node wrote it', () => {
  test.each([
    '"0x1"',
    'null',
    'true',
    '-12.5',
    '""',
    '[]',
    '{}',
    '{ "b":1,"a" : [ 1 ,2],"a":"twice" }',
    '"a \\" quote, \\\\ and } ] ,\\"error\\":{"',
    '[["\\\\"],{"result":1,"error":{"code":1}}]',
    '[1.0, 1e400, 123456789012345678901234567890]',
  ])('%s', async (result) => {
    for (const write of [
      (id: number) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`,
      (id: number) => `{"id":${id},"jsonrpc":"2.0","result":${result}}`,
      (id: number) => `{"jsonrpc":"2.0","result":${result},"id":${id}}`,
      (id: number) => `{"result":${result},"id":${id},"jsonrpc":"2.0"}`,
      (id: number) => ` { "jsonrpc" : "2.0" ,\n"id" : ${id} , "result" : ${result}\t}\n`,
    ]) {
      node(write)
      expect(await read()).toEqual({ text: result })
    }
  })

  test('of a megabyte, which is not parsed', async () => {
    const result = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, data: '0x' })))
    node((id) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`)
    const parse = vi.spyOn(JSON, 'parse')
    expect(await read()).toEqual({ text: result })
    for (const [text] of parse.mock.calls) expect(text.length).toBeLessThan(1_000)
    parse.mockRestore()
  })
})

describe('an answer that says more than one thing, or not all of one, is no result', () => {
  test.each<[string, (id: number) => string]>([
    ['a second result', (id) => `{"id":${id},"result":1,"result":2}`],
    ['a second result after the id', (id) => `{"result":1,"id":${id},"result":2}`],
    ['a second result, escaped', (id) => `{"id":${id},"result":1,"\\u0072esult":2}`],
    ['another id', (id) => `{"id":${id + 1},"result":1}`],
    ['another id in front of its own', (id) => `{"id":${id + 1},"id":${id},"result":1}`],
    ['another id behind it', (id) => `{"id":${id},"result":1,"id":${id + 1}}`],
    ['its id twice', (id) => `{"id":${id},"result":1,"id":${id}}`],
    ['its id as a text', (id) => `{"id":"${id}","result":1}`],
    ['its id with a fraction', (id) => `{"id":${id}.5,"result":1}`],
    ['no id', () => '{"result":1}'],
    ['an error behind it', (id) => `{"id":${id},"result":1,"error":{"code":4001,"message":"a"}}`],
    ['an error before it', (id) => `{"id":${id},"error":{"code":4001,"message":"a"},"result":1}`],
    ['an error between', (id) => `{"result":1,"error":{"code":1,"message":"a"},"id":${id}}`],
    ['two versions', (id) => `{"jsonrpc":"2.0","jsonrpc":"2.0","id":${id},"result":1}`],
    ['any member twice', (id) => `{"id":${id},"a":1,"result":1,"a":1}`],
    ['two errors', (id) => `{"id":${id},"error":{"code":1},"error":{"code":2}}`],
    ['nothing after the result’s name', (id) => `{"id":${id},"result":`],
    ['half of a string', (id) => `{"id":${id},"result":"0x1`],
    ['half of a string that ends in an escape', (id) => `{"id":${id},"result":"0x1\\"}`],
    ['half of a list', (id) => `{"id":${id},"result":[{"a":"]}"}`],
    ['no end', (id) => `{"id":${id},"result":[1]`],
    ['more after its end', (id) => `{"id":${id},"result":[1]}}`],
    ['another answer after its end', (id) => `{"id":${id},"result":1}{"id":${id},"result":2}`],
    ['two values', (id) => `{"id":${id},"result":[1][2]}`],
    ['a value without quotes', (id) => `{"id":${id},"result":a b}`],
    ['a list of answers', (id) => `[{"id":${id},"result":1}]`],
    ['neither result nor error', (id) => `{"id":${id}}`],
    ['an error of null alone', (id) => `{"id":${id},"error":null}`],
  ])('%s is told as -32603', async (_, answer) => {
    const asked = node(answer)
    expect(await read()).toEqual({
      code: -32603,
      message: 'Internal error: the node of Base did not answer in JSON-RPC',
    })
    expect(asked.length).toBeGreaterThan(0)
  })
})

describe('as before', () => {
  test('an error is the node’s own, beside a result of null too', async () => {
    node((id) => `{"id":${id},"error":{"code":3,"message":"execution reverted"}}`)
    expect(await read()).toEqual({ code: 3, message: 'execution reverted' })
    node((id) => `{"id":${id},"result":null,"error":{"code":3,"message":"execution reverted"}}`)
    expect(await read()).toEqual({ code: 3, message: 'execution reverted' })
  })

  test('members that JSON-RPC does not know, and an error of null, change nothing', async () => {
    node((id) => `{"id":${id},"result":[1, 2],"error":null,"usage":{"units":{"result":7}}}`)
    expect(await read()).toEqual({ text: '[1, 2]' })
  })

  test('a page of a proxy is silence', async () => {
    node(() => '<html>502</html>')
    expect(await read()).toMatchObject({ code: 4901 })
  })
})

test('of many members nothing is taken: reading each name would take seconds', () => {
  const members = (count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"m${at}":1`).join(',')}}`
  expect(membersOf(members(16))?.size).toBe(16)
  expect(membersOf(members(17))).toBeUndefined()
})

test('members are taken apart in the outermost object alone', () => {
  expect([...(membersOf('{"a":{"b":1,"c":[{"d":1}]} ,"e":":\\":}" }') ?? [])]).toEqual([
    ['a', '{"b":1,"c":[{"d":1}]}'],
    ['e', '":\\":}"'],
  ])
  for (const text of ['', '{}', '[]', '{"a"}', '{"a":}', '{"a":1,}', '{a:1}', '{"a":1', 'null'])
    expect(membersOf(text), text).toBeUndefined()
})

test('what is wrong within a result’s own brackets is left to its parser', async () => {
  node((id) => `{"id":${id},"result":[1 2}}`)
  expect(await read()).toEqual({ text: '[1 2}' })
})
