import * as v from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hex } from '@/lib/rpc/schema'
import { askService } from '@/lib/sponsor/service'
import { answers, gives, startService, type Reply } from './fakeService'

const ask = (service: { url: string; patience: number }) => askService(service, 'm', [1], hex)

const raw =
  (text: string, status = 200): Reply =>
  (response) => {
    response.statusCode = status
    response.end(text)
  }

afterEach(() => vi.restoreAllMocks())

test('an answer is what the service gave, and nothing goes along but the question', async () => {
  const service = await startService(gives('0xab'))
  expect(await ask(service)).toEqual({ value: '0xab' })
  const [asked] = service.asked
  expect(asked).toMatchObject({ method: 'm', params: [1] })
  expect(asked?.headers).not.toHaveProperty('cookie')
  expect(asked?.headers).not.toHaveProperty('referer')
  expect(asked?.headers).not.toHaveProperty('authorization')
})

test('the browser is told to follow nothing, to send no credentials and to keep nothing', async () => {
  const sent = vi.fn(() => Promise.resolve(new Response('{}')))
  vi.stubGlobal('fetch', sent)
  await askService({ url: 'https://pay.example' }, 'm', [], hex)
  expect(sent).toHaveBeenCalledWith(
    'https://pay.example',
    expect.objectContaining({
      method: 'POST',
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    }),
  )
})

describe('an answer that is none is wrong:', () => {
  test.each<[string, Reply]>([
    ['no text', raw('')],
    ['a page', raw('<html>Hello</html>')],
    ['JSON that is no object', raw('[]')],
    ['JSON that is null', raw('null')],
    ['half of an answer', raw('{"jsonrpc":"2.0","id":')],
    ['the answer to another question', (r) => r.end('{"jsonrpc":"2.0","id":0,"result":"0xab"}')],
    ['an answer whose number is text', (r, { id }) => r.end(`{"id":"${id}","result":"0xab"}`)],
    ['a batch of answers', (r, { id }) => r.end(`[{"id":${id},"result":"0xab"}]`)],
    ['a result and an error', answers({ result: '0xab', error: { code: 1 } })],
    ['an error that is text', answers({ error: 'no' })],
    ['neither of the two', answers({})],
    ['a result of another type', gives(7)],
    ['a result out of form', gives('0xabc')],
    ['more than anybody needs', gives(`0x${'ab'.repeat(40_000)}`)],
  ])('%s', async (_, reply) => {
    expect(await ask(await startService(reply))).toEqual({ failed: 'wrong' })
  })

  test('one without an end', async () => {
    const service = await startService((response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      }
      response.on('drain', more)
      more()
    })
    expect(await ask(service)).toEqual({ failed: 'wrong' })
  })
})

describe('a no is a no, whatever its words:', () => {
  const script = '<img src=x onerror=alert(1)>'

  test.each<[string, Reply]>([
    ['an error', answers({ error: { code: -32501, message: script } })],
    ['an error without words', answers({ error: {} })],
    ['an error beside an empty result', answers({ result: null, error: { code: 1 } })],
    [
      'an error with a status',
      (r, asked) => {
        r.statusCode = 500
        answers({ error: { code: -32000, message: 'no' } })(r, asked)
      },
    ],
    [
      'an error that is text, with a status',
      (r, asked) => {
        r.statusCode = 401
        answers({ error: 'Unauthorized' })(r, asked)
      },
    ],
  ])('%s', async (_, reply) => {
    expect(await ask(await startService(reply))).toEqual({ failed: 'refused' })
  })

  test('and one that it has the bytes already says so', async () => {
    const service = await startService(
      answers({ error: { code: -32602, message: 'Already known' } }),
    )
    expect(await ask(service)).toEqual({ failed: 'refused', isKnown: true })
  })
})

test.each([
  [200, 'wrong'],
  [204, 'wrong'],
  [399, 'wrong'],
  [400, 'refused'],
  [401, 'refused'],
  [404, 'refused'],
  [429, 'refused'],
  [499, 'refused'],
  // Whoever says this has answered, if only what stands before the service: it did not keep silent.
  [500, 'wrong'],
  [502, 'wrong'],
  [503, 'wrong'],
  [504, 'wrong'],
  [599, 'wrong'],
] as const)('a page under HTTP status %i is %s', async (status, failed) => {
  expect(await ask(await startService(raw('<html></html>', status)))).toEqual({ failed })
})

describe('silence is silence:', () => {
  test.each<[string, Reply]>([
    ['a connection that ends', (response) => response.destroy()],
    [
      'a connection that ends in the middle',
      (response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"jsonrpc"')
        response.destroy()
      },
    ],
  ])('%s', async (_, reply) => {
    expect(await ask(await startService(reply))).toEqual({ failed: 'silent' })
  })

  test('a redirect, which is not followed', async () => {
    const elsewhere = await startService(gives('0xab'))
    const service = await startService((response) => {
      response.writeHead(307, { location: elsewhere.url })
      response.end()
    })
    expect(await ask(service)).toEqual({ failed: 'silent' })
    expect(elsewhere.asked).toEqual([])
  })

  test('no answer at all', async () => {
    const service = await startService(() => undefined)
    expect(await ask({ ...service, patience: 50 })).toEqual({ failed: 'silent' })
  })

  test('an answer of which a byte comes now and then', async () => {
    const service = await startService((response) => {
      response.write('{')
      const drip = setInterval(() => response.write(' '), 5)
      response.on('close', () => clearInterval(drip))
    })
    expect(await ask({ ...service, patience: 300 })).toEqual({ failed: 'silent' })
  })

  test('nobody there', async () => {
    const ask = askService({ url: 'http://127.0.0.1:1' }, 'm', [], v.unknown())
    expect(await ask).toEqual({ failed: 'silent' })
  })
})
