import { describe, expect, test } from 'vitest'
import type { Mode } from '@/lib/db'
import { knownFact } from '@/lib/network/facts'
import { simulateBatch } from '@/lib/simulate/lookAgain'
import { rpc } from '../../chain/rpc'
import { makeBatch } from '../batch/batches'
import { fakeNode, nodeError } from '../network/fakeNode'
import { alice } from '../accounts'
import { into, out, pay, useOddContracts } from './oddQuotes'
import { says } from './reasons'
import {
  call,
  chain,
  failed,
  request,
  simulates,
  succeeds,
  well,
  type Payload,
} from './simulatingNode'
import { quoteBatch } from '@/lib/simulate/quoteBatch'

const { at, quoted, url } = useOddContracts()
const ether = { standard: 'native' }
const modes: readonly Mode[] = ['atomic', 'sequence']

describe('a contract that knows a simulation', () => {
  test.each(['price', 'base'])('by its %s of gas pays what it will pay', async (name) => {
    expect((await quoted([at('prices').call(name)])).changes).toEqual([into(ether, 1n)])
    for (const mode of modes) {
      const calls = [at('prices').call(name), at('prices').call(name)]
      for (let look = 0; look < 2; look++)
        expect(await quoted(calls, mode)).toMatchObject({
          verdict: 'succeeds',
          changes: [into(ether, 2n)],
          unchecked: [],
        })
    }
  })

  test('fails as it will fail', async () => {
    for (const mode of modes)
      expect(await quoted([pay(1n), at('prices').call('demand', false)], mode)).toMatchObject({
        verdict: 'fails',
        failing: { index: 1, reason: says('not like this') },
        changes: mode === 'atomic' ? [] : [out(ether, 1n)],
      })
  })

  test('succeeds as it will succeed, and what comes after it with it', async () => {
    for (const mode of modes) {
      const quote = await quoted([at('prices').call('demand', true), pay(3n)], mode)
      expect(quote).toMatchObject({ verdict: 'succeeds', changes: [out(ether, 1n)] })
      expect(quote.calls).toMatchObject([{ status: 'succeeds' }, { status: 'succeeds' }])
    }
  })

  test('is known before its turn, too', async () => {
    const turn = (isPaid: boolean) =>
      makeBatch({
        chainId: 31337,
        mode: 'one',
        gas: ['0x493e0'],
        fees: { maxFeePerGas: '0x12a05f2000', maxPriorityFeePerGas: '0x1' },
        calls: [at('prices').call('demand', isPaid)],
      })
    expect(await simulateBatch(turn(true), 0)).toMatchObject({ verdict: 'succeeds' })
    expect(await simulateBatch(turn(false), 0)).toMatchObject({ verdict: 'fails' })
  })
})

test('who cannot pay for gas is told what it would do all the same', async () => {
  const before = await rpc(url(), 'eth_getBalance', [alice, 'latest'])
  await rpc(url(), 'anvil_setBalance', [alice, '0x10'])
  const quote = await quoted([at('counter').call('trade')])
  await rpc(url(), 'anvil_setBalance', [alice, before])
  expect(quote).toMatchObject({ verdict: 'succeeds', isShort: true, unchecked: ['price'] })
})

test('a node that knows no price is asked as if gas cost nothing, and that is said', async () => {
  await chain()
  const { asked } = fakeNode({
    ...well,
    eth_simulateV1: (payload: Payload) => {
      if (payload.validation) throw nodeError(-32602, 'invalid argument 0: unknown field')
      return simulates(() => succeeds)(payload)
    },
  })
  const priced = () =>
    asked.filter(({ params: [payload] }) => (payload as Payload | undefined)?.validation).length
  const calls = [{ ...call, data: '0x12' as const }, call]
  expect(await quoteBatch(request({ calls }))).toMatchObject({
    verdict: 'succeeds',
    unchecked: ['price'],
  })
  expect(await quoteBatch(request({ calls }))).toMatchObject({ unchecked: ['price'] })
  expect(priced()).toBe(1)
  expect(await knownFact('paid:8453')).toBe(false)
})

test.each([
  [-32000, 'header not found'],
  [-32000, 'execution aborted (timeout = 5s)'],
  [-38012, 'max fee per gas less than block base fee'],
  [-38021, 'block gas limit exceeded'],
  [-32602, 'block not found'],
  [-32603, 'Internal error'],
])(
  'one error of a priced simulation costs one quote its certainty: %i %s',
  async (code, message) => {
    await chain()
    let isIll = true
    fakeNode({
      ...well,
      eth_simulateV1: (payload: Payload) => {
        if (payload.validation && isIll) throw nodeError(code, message)
        return simulates(() => succeeds)(payload)
      },
    })
    const calls = [{ ...call, data: '0x12' as const }, call]
    expect(await quoteBatch(request({ calls }))).toMatchObject({ unchecked: ['price'] })
    isIll = false
    expect(await quoteBatch(request({ calls }))).toMatchObject({
      verdict: 'succeeds',
      unchecked: [],
    })
  },
)

test('where it fails, that no price was tried is said as well', async () => {
  await chain()
  fakeNode({
    ...well,
    eth_simulateV1: (payload: Payload) => {
      if (payload.validation) throw nodeError(-32602, 'invalid argument 0: unknown field')
      return simulates(() => succeeds, failed)(payload)
    },
  })
  expect(await quoteBatch(request())).toMatchObject({ verdict: 'fails', unchecked: ['price'] })
})
