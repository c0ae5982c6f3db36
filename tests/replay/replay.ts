import { isDeepStrictEqual } from 'node:util'
import { broadcast } from '@/lib/batch/broadcast'
import { blockFingerprint } from '@/lib/batch/blockFingerprint'
import { createChainReader } from '@/lib/batch/chainReader'
import { tracedRun } from '@/lib/batch/trace'
import type { World } from '@/lib/batch/world'
import type { Batch } from '@/lib/db'
import { offerFees } from '@/lib/network/fees'
import { recentBlocks } from '@/lib/network/history'
import { askNode, request } from '@/lib/network/node'
import { refusalOf, type Refusal } from '@/lib/network/refusal'
import { isRpcError, type WireError } from '@/lib/rpc/errors'
import { simulateCallsAlone } from '@/lib/simulate/fallback'
import { callOutcome } from '@/lib/simulate/revertReason'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { askSimulation, simulationFailure, type SimulatedResult } from '@/lib/simulate/simulateV1'
import { knownErrors } from './errors'
import type { Recorded } from './recorded'
import { withNode } from './recordedNode'

const chainId = 8453
const from = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const to = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const hash = `0x${'22'.repeat(32)}` as const
const call = { to, value: '0x5', data: '0x12345678' } as const
const cap = 30_000_000

/** The wallet's readings that a test may replace by a wrong one, to see the replay find it. */
const walletReaders = { refusalOf, callOutcome, simulateCallsAlone, offerFees, quoteBatch }
export type Readers = typeof walletReaders

/** Time after which an answer counts as hung, in ms: nothing waits for a clock where every node answers. */
const patience = 60_000

type Fault = { kind: 'misread' | 'uncoded' | 'hung'; line: string }

/** An error that the wallet itself throws has a code; anything else is a fault of its own. */
const isCoded = (error: unknown): error is Error & WireError => isRpcError(error)

const meaningOf = ({ code, message }: WireError): Refusal | undefined => {
  const known = knownErrors.filter(
    ([, , , number, start]) => number === code && message.startsWith(start),
  )
  // The longest start is the nearest one.
  return known.toSorted((a, b) => b[4].length - a[4].length)[0]?.[0]
}

const isValue = (result: unknown): boolean =>
  typeof result === 'string' && /^0x[0-9a-f]*$/i.test(result)

const world = { request } as World

/**
 * Replays one recorded answer into all code of the wallet that reads its method. Returns what is wrong: another
 * meaning than the answer has, an exception without a code, or no end.
 */
const replayOne = async (recorded: Recorded, readers: Readers): Promise<Fault[]> => {
  const { file, method, params, result } = recorded
  const faults: Fault[] = []
  const expect = (what: string, found: unknown, expected: unknown) => {
    if (isDeepStrictEqual(found, expected)) return
    const line = `${file}: ${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`
    faults.push({ kind: 'misread', line })
  }
  /** The value, or the error with a code. */
  const reading = async <T>(
    what: string,
    run: () => Promise<T>,
  ): Promise<{ value: T } | { error: WireError } | undefined> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, patience, 'late')))
    try {
      const value = await Promise.race([withNode(recorded, run), late])
      if (value !== 'late') return { value: value as T }
      faults.push({ kind: 'hung', line: `${file}: ${what} has no end` })
    } catch (error) {
      if (isCoded(error)) return { error }
      faults.push({ kind: 'uncoded', line: `${file}: ${what}: ${String(error)}` })
    } finally {
      clearTimeout(timer)
    }
    return undefined
  }

  const handed = await reading('what a site gets', () =>
    askNode(chainId, method, JSON.stringify(params)),
  )
  const error = handed && 'error' in handed ? handed.error : undefined
  const meaning = error && meaningOf(error)
  if (recorded.error) {
    const { code, message, data } = recorded.error
    expect('the code', error?.code, code)
    expect('the message', error?.message, message ?? 'The node gave no reason')
    expect('the data', error?.data, data)
    expect('the meaning', error && readers.refusalOf(error), meaning ?? 'in tests/replay/errors.ts')
  } else expect('the result', handed, { value: result })

  switch (method) {
    case 'eth_call':
    case 'eth_estimateGas': {
      const plan = {
        chainId,
        from,
        calls: [call],
        mode: 'one',
        delegate: null,
        upgrade: false,
      } as const
      const read = await reading('a call tried alone', () =>
        readers.simulateCallsAlone({ ...plan, ahead: [] }, cap),
      )
      const isFailure = meaning === 'reverted' || meaning === 'funds'
      const fit = isValue(result) && (method === 'eth_call' || result !== '0x')
      const verdict = recorded.error
        ? isFailure
          ? 'fails'
          : 'unknown'
        : fit
          ? 'succeeds'
          : 'unknown'
      expect('the verdict', read && 'value' in read && read.value.verdict, verdict)
      const data = recorded.error?.data
      if (meaning === 'reverted' && isValue(data) && data !== '0x')
        expect('the reason', read && 'value' in read && read.value.failing?.reason, {
          why: 'reverted',
          data,
          size: (String(data).length - 2) / 2,
        })
      break
    }
    case 'eth_simulateV1': {
      // The wallet has empty blocks go before the one of its calls.
      const built = (result as { calls?: SimulatedResult[] }[] | null | undefined)?.at(-1)
      const read = await reading('a simulation', () => askSimulation(chainId, [], {}))
      const found = read && 'value' in read ? read.value.results : undefined
      expect('the calls', found, Array.isArray(built?.calls) ? built.calls : undefined)
      for (const one of built?.calls ?? []) {
        const outcome = readers.callOutcome(one, '0xffffffff')
        expect('the status', outcome.status, Number(one.status) === 1 ? 'succeeds' : 'fails')
        const told = typeof one.error === 'object' ? one.error?.data : undefined
        if (
          outcome.status === 'fails' &&
          isValue(told) &&
          told !== '0x' &&
          String(told).length < 4000
        )
          expect('why', outcome.reason.why, 'reverted')
      }
      if (read && 'error' in read && recorded.error)
        expect(
          'the failure',
          simulationFailure(read.error),
          meaning === 'funds' ? 'funds' : meaning === 'missing' ? 'unsupported' : 'other',
        )
      const quote = await reading('a quote', () =>
        readers.quoteBatch(
          { chainId, from, calls: [call, call], atomicRequired: false },
          'sequence',
        ),
      )
      // A quote asks for two calls and more: only an answer that has one of them fail decides it.
      const isFailed = built?.calls?.slice(0, 2).some(({ status }) => Number(status) === 0)
      if (isFailed && quote && 'value' in quote)
        expect('what the quote promises', quote.value.verdict === 'succeeds', false)
      break
    }
    case 'eth_sendRawTransaction': {
      const read = await reading('a broadcast', () =>
        broadcast(world, { chainId } as Batch, { hash, raw: '0x02' }),
      )
      const [event] = read && 'value' in read ? read.value : []
      const isSent = !recorded.error || meaning === 'taken'
      expect('the event', event?.type, isSent ? 'sent' : 'refused')
      break
    }
    case 'eth_getBlockByHash':
    case 'eth_getBlockByNumber': {
      const byNumber = { ...recorded, method: 'eth_getBlockByNumber' }
      type Block = Parameters<typeof blockFingerprint>[0] & { baseFeePerGas?: string }
      const block = result as Block | null | undefined
      const again = () =>
        withNode(byNumber, async () => {
          const reader = createChainReader(world, chainId)
          const [head, fees] = [await reader.head(), await readers.offerFees(chainId)]
          return { head, fees }
        })
      const read = await reading('a head', again)
      if (!block || !read) break
      expect('the head', 'value' in read && read.value.head, blockFingerprint(block, block))
      const fees = 'value' in read ? read.value.fees : undefined
      expect('the base fee', fees?.baseFee, block.baseFeePerGas)
      break
    }
    case 'eth_getTransactionReceipt': {
      const reader = createChainReader(world, chainId)
      const receipt = await reading('a receipt', () => reader.receipt(hash))
      const paid = await reading('a fee', () => reader.paid(hash))
      type Raw = { status: string; gasUsed: string; logs: unknown[] } & {
        effectiveGasPrice?: string
        l1Fee?: string | null
      }
      const raw = result as Raw | null | undefined
      if (!raw) break
      const found = receipt && 'value' in receipt ? receipt.value : undefined
      expect('the status', found?.status, raw.status)
      expect('the logs', found?.logs.length, raw.logs.length)
      const fee = BigInt(raw.gasUsed) * BigInt(raw.effectiveGasPrice ?? 0) + BigInt(raw.l1Fee ?? 0)
      const isPriced = raw.effectiveGasPrice !== undefined
      expect(
        'the fee',
        paid && 'value' in paid && paid.value.fee,
        isPriced ? `0x${fee.toString(16)}` : undefined,
      )
      break
    }
    case 'eth_feeHistory': {
      const read = await reading('recent blocks', () => recentBlocks(chainId))
      const rewards = (result as { reward?: unknown[] } | null | undefined)?.reward
      expect('the blocks', read && 'value' in read && read.value.length, rewards?.length ?? 0)
      break
    }
    case 'debug_traceTransaction':
      await reading('a trace', () =>
        tracedRun(world, { chainId, from, calls: [call] } as unknown as Batch, hash),
      )
      break
    case 'eth_gasPrice':
    case 'eth_getBalance':
    case 'eth_getCode':
    case 'eth_getTransactionCount':
    case 'eth_maxPriorityFeePerGas': {
      const read = await reading('a value', () => request(chainId, method, params))
      if (recorded.error) break
      const fit = isValue(result) && (method === 'eth_getCode' || result !== '0x')
      if (fit) expect('the value', read, { value: result })
      else expect('the code', read && 'error' in read && read.error.code, -32603)
    }
  }
  return faults
}

/** Replays recorded answers, one after the other. */
export const replay = async (
  answers: readonly Recorded[],
  planted: Partial<Readers> = {},
): Promise<{ faults: Fault[]; last: string }> => {
  const readers = { ...walletReaders, ...planted }
  const faults: Fault[] = []
  for (const recorded of answers) faults.push(...(await replayOne(recorded, readers)))
  const count = (kind: Fault['kind']) => faults.filter((fault) => fault.kind === kind).length
  const last = `answers ${answers.length} misread ${count('misread')} uncoded ${count('uncoded')} hung ${count('hung')}`
  return { faults, last }
}
