import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { numberToHex, zeroAddress } from 'viem'
import { eventsOf } from '@/lib/batch/journal'
import { rpc } from '../chain/rpc.ts'
import { stranger } from '../unit/accounts.ts'
import { judge } from './operationJudge.ts'
import { approve, coin, quoted, run, unit, worldOf, type Account, type Bed } from './sponsorBed.ts'

type Asked = { method: string; params: unknown[]; id: number }

type Played = object | 'handled' | undefined

/** Reply of a service to a request; undefined: that of an honest one, whose URL is given. */
type Trick = (asked: Asked, response: ServerResponse, honest: string) => Played | Promise<Played>

/** A hostile or silent service, and what its batch comes to. */
export type Service = {
  name: string
  trick: Trick
  /** Words of the quote about it; `paid` if it gets as far as Approve. */
  quote: 'refused' | 'silent' | 'wrong' | 'bundler' | 'paid'
  /** Of one that is paid: what the user is asked then, or undefined if it was signed. */
  asked?: 'refused' | 'silent' | 'wrong' | 'worse'
  /** Of one that is signed: the status that it comes to. */
  status?: number
}

const on =
  (method: string, answer: Trick): Trick =>
  (asked, response, honest) =>
    asked.method === method ? answer(asked, response, honest) : undefined

const [stub, final, estimate, send] = [
  'pm_getPaymasterStubData',
  'pm_getPaymasterData',
  'eth_estimateUserOperationGas',
  'eth_sendUserOperation',
]

const raw =
  (status: number, text: string) =>
  (_: Asked, response: ServerResponse): 'handled' => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(text)
    return 'handled'
  }

const endless = (_: Asked, response: ServerResponse): 'handled' => {
  const more = () => {
    if (!response.destroyed) response.write('x'.repeat(64 * 1024), () => setImmediate(more))
  }
  more()
  return 'handled'
}

const closed = (_: Asked, response: ServerResponse): 'handled' => {
  response.destroy()
  return 'handled'
}

/** Keeps the connection open, and says nothing. */
const mute = (): 'handled' => 'handled'

const elsewhere = (_: Asked, response: ServerResponse, honest: string): 'handled' => {
  response.writeHead(307, { location: honest }).end()
  return 'handled'
}

/** Hands a request on as often as it is told, and returns the first answer. */
const handsOn =
  (times: number, instead?: object) =>
  async ({ method, params }: Asked, _: ServerResponse, honest: string): Promise<object> => {
    const result = await rpc(honest, method, params)
    for (let again = 1; again < times; again++)
      await rpc(honest, method, params).catch(() => undefined)
    return instead ?? { result }
  }

/** Gives the honest final data with some of it changed. */
const withChange =
  (change: object): Trick =>
  async ({ method, params }, _, honest) => ({
    result: { ...(await rpc<object>(honest, method, params)), ...change },
  })

const says = (result: unknown) => (): object => ({ result })
const known = (): object => ({ error: { code: -32602, message: 'Already known' } })
const refuses = (): object => ({ error: { code: -32000, message: '<script>alert(1)</script>' } })

const limits = {
  paymasterVerificationGasLimit: numberToHex(150_000),
  paymasterPostOpGasLimit: numberToHex(100_000),
}

/** All services of `npm run sponsor` that are no help. */
export const services: readonly Service[] = [
  { name: 'refuses', trick: on(stub, refuses), quote: 'refused' },
  { name: 'closes the connection', trick: on(stub, closed), quote: 'silent' },
  { name: 'is down', trick: on(stub, raw(502, '<h1>502</h1>')), quote: 'wrong' },
  { name: 'asks for a key', trick: on(stub, raw(401, 'no')), quote: 'refused' },
  { name: 'answers without an end', trick: on(stub, endless), quote: 'wrong' },
  { name: 'never answers', trick: on(stub, mute), quote: 'silent' },
  { name: 'sends elsewhere', trick: on(stub, elsewhere), quote: 'silent' },
  {
    name: 'gives a megabyte of data',
    trick: on(stub, says({ paymaster: stranger, paymasterData: `0x${'00'.repeat(2 ** 20)}` })),
    quote: 'wrong',
  },
  {
    name: 'gives more data than are stored',
    trick: on(stub, says({ paymaster: stranger, paymasterData: `0x${'00'.repeat(9_216)}` })),
    quote: 'wrong',
  },
  { name: 'is a web page', trick: on(stub, raw(200, '<h1>Hello</h1>')), quote: 'wrong' },
  { name: 'answers another question', trick: on(stub, raw(200, '{"id":0}')), quote: 'wrong' },
  {
    name: 'names the account as its paymaster',
    trick: on(stub, ({ params: [operation] }) => {
      const { sender } = operation as { sender: string }
      return { result: { paymaster: sender, paymasterData: '0x', ...limits } }
    }),
    quote: 'wrong',
  },
  {
    name: 'names nobody as its paymaster',
    trick: on(stub, says({ paymaster: zeroAddress, paymasterData: '0x', ...limits })),
    quote: 'wrong',
  },
  {
    name: 'answers for EntryPoint 0.6',
    trick: on(stub, says({ paymasterAndData: `${stranger}00` })),
    quote: 'wrong',
  },
  {
    name: 'sends to another EntryPoint alone',
    trick: on('eth_supportedEntryPoints', says([stranger])),
    quote: 'bundler',
  },
  {
    name: 'wants more gas than there is',
    trick: on(
      estimate,
      says({
        callGasLimit: '0x1',
        verificationGasLimit: '0x1',
        preVerificationGas: '0xe8d4a51000',
      }),
    ),
    quote: 'wrong',
  },
  { name: 'refuses the estimate', trick: on(estimate, refuses), quote: 'refused' },
  {
    name: 'estimates less gas than the calls take',
    trick: on(
      estimate,
      says({
        callGasLimit: '0x1',
        verificationGasLimit: numberToHex(150_000),
        preVerificationGas: numberToHex(100_000),
      }),
    ),
    quote: 'paid',
    status: 200,
  },
  {
    name: 'changes its mind after the approval',
    trick: on(final, refuses),
    quote: 'paid',
    asked: 'refused',
  },
  {
    name: 'is gone after the approval',
    trick: on(final, closed),
    quote: 'paid',
    asked: 'silent',
  },
  {
    name: 'names another paymaster after the approval',
    trick: on(final, says({ paymaster: stranger, paymasterData: '0x', ...limits })),
    quote: 'paid',
    asked: 'wrong',
  },
  {
    name: 'raises the gas for its look after the approval',
    trick: on(final, withChange({ paymasterVerificationGasLimit: numberToHex(150_001) })),
    quote: 'paid',
    asked: 'wrong',
  },
  {
    name: 'raises the gas for its charge after the approval',
    trick: on(final, withChange({ paymasterPostOpGasLimit: numberToHex(100_001) })),
    quote: 'paid',
    asked: 'wrong',
  },
  {
    name: 'gives a megabyte of data after the approval',
    trick: on(final, withChange({ paymasterData: `0x${'00'.repeat(2 ** 20)}` })),
    quote: 'paid',
    asked: 'wrong',
  },
  {
    name: 'changes calls and fees in its answer after the approval',
    trick: on(
      final,
      withChange({
        callData: '0x',
        callGasLimit: '0x0',
        maxFeePerGas: '0xffffffffff',
        nonce: '0x9',
      }),
    ),
    quote: 'paid',
    status: 200,
  },
  {
    name: 'gives data after the approval with which its paymaster does not pay',
    trick: on(final, ({ params: [operation] }) => {
      const { paymaster } = operation as { paymaster: string }
      const paymasterData = `0x${'00'.repeat(12)}${'11'.repeat(64)}1b`
      return { result: { paymaster, paymasterData, ...limits } }
    }),
    quote: 'paid',
    asked: 'worse',
  },
  { name: 'refuses what it had signed', trick: on(send, refuses), quote: 'paid', status: 100 },
  { name: 'never answers for it', trick: on(send, closed), quote: 'paid', status: 100 },
  {
    name: 'says that it sent it, and did not',
    trick: on(send, says(`0x${'ab'.repeat(32)}`)),
    quote: 'paid',
    status: 100,
  },
  { name: 'says that it has it, and has not', trick: on(send, known), quote: 'paid', status: 100 },
  {
    name: 'sends it, and names another one',
    trick: on(send, handsOn(1, { result: `0x${'ab'.repeat(32)}` })),
    quote: 'paid',
    status: 200,
  },
  {
    name: 'sends it, and says that it refuses',
    trick: on(send, handsOn(1, refuses())),
    quote: 'paid',
    status: 200,
  },
  { name: 'sends it twice', trick: on(send, handsOn(2)), quote: 'paid', status: 200 },
]

/** Starts a service that plays a trick, and does the rest as the honest one. */
const startTrick = async (bed: Bed, trick: Trick) => {
  const honest = bed.sponsors.signing.url
  const reply = async (asked: Asked, response: ServerResponse): Promise<void> => {
    const answerOf = async () =>
      (await trick(asked, response, honest)) ?? {
        result: await rpc(honest, asked.method, asked.params),
      }
    const answer = await answerOf().catch((error: unknown) => ({
      error: { code: -32000, message: String(error) },
    }))
    if (answer === 'handled') return
    response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...answer }))
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => void reply(JSON.parse(text) as Asked, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Lets a service do what it does to a batch of an account, and returns what is wrong with what came of it; undefined if
 * nothing is.
 */
const wrongWith = async (
  bed: Bed,
  account: Account,
  { trick, quote: wanted, asked, status = 100 }: Service,
): Promise<string | undefined> => {
  const { from } = account
  const { url, stop } = await startTrick(bed, trick)
  try {
    const calls = [bed.tokenCall('transfer', stranger, unit)]
    const quote = await quoted(from, calls, { url, optional: true })
    const got = quote.unsponsored?.why ?? 'paid'
    if (got !== wanted) return `the quote says ${got}, not ${wanted}`
    const required = await quoted(from, calls, { url, optional: false }).then(
      () => 'paid',
      (error: unknown) => {
        const { code, message } = error as { code: number; message: string }
        return `${code} ${message}`
      },
    )
    if (required.startsWith('5700 ') === (wanted === 'paid')) return `it was told ${required}`
    if (/script|<h1>/.test(required)) return 'the site was told the words of the service'
    if (wanted !== 'paid') return undefined
    const key = await approve(from, calls, quote)
    const found = await run(worldOf(account), key)
    const events = await eventsOf(key)
    const why = events.flatMap((event) => (event.type === 'asked' ? [event.why] : []))
    if (why[0] !== asked) return `the user was asked ${why[0]}, not ${asked}`
    if (asked && events.some(({ type }) => type === 'operation')) return 'it was signed'
    if (found.status !== status) return `status ${found.status}, not ${status}`
    const { lost, doubled, wrongStatus, text } = await judge(bed.url, key, status)
    return lost || doubled || wrongStatus ? text : undefined
  } finally {
    await stop()
  }
}

/** Has a service tried by an account that could pay itself: `wrong`, if anything is, and what it paid, in wei. */
export const tryService = async (
  bed: Bed,
  service: Service,
): Promise<{ wrong: string | undefined; paid: bigint }> => {
  const account = await bed.newAccount(false, coin)
  const wrong = await wrongWith(bed, account, service).catch(String)
  return { wrong, paid: await bed.paidBy(account) }
}
