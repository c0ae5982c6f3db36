import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { delegation } from '@/lib/delegate/executor'
import { knownSponsoring } from '@/lib/sponsor/sponsorSupport'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import { nonceCall } from '@/lib/sponsor/operationOutcome'
import { chainId, openBed, quoted, unit, type Bed } from '../../sponsor/sponsorBed'
import { stranger } from '../accounts'

let bed: Bed

beforeAll(async () => {
  bed = await openBed()
})
afterAll(() => bed.stop())
beforeEach(() => bed.reset())
afterEach(() => {
  vi.restoreAllMocks()
})

type Asked = { method: string; params: unknown[] }

/** Keeps what is asked from now on, node and service alike; no answer arrives before what `held` returns for it resolves. */
const watched = (held: (one: Asked) => Promise<void> | undefined = () => undefined): Asked[] => {
  const asked: Asked[] = []
  const ask = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const one = JSON.parse(init?.body as string) as Asked
    asked.push(one)
    const [answer] = await Promise.all([ask(input, init), held(one)])
    return answer
  })
  return asked
}

const transfer = (amount: bigint) => [bed.tokenCall('transfer', stranger, amount * unit)]

/** Quotes a batch, so that the wallet knows the network and the account. */
const newQuoted = async () => {
  const { from } = await bed.newAccount(true)
  const { url } = bed.sponsors.signing
  await quoted(from, transfer(1n), { url, optional: true })
  expect(await knownSponsoring(chainId, from)).toBe(true)
  return { from, url }
}

const simulations = (asked: readonly Asked[]) =>
  asked.filter(({ method }) => method === 'eth_simulateV1').length

/** An operation runs as calls from the EntryPoint, which no batch that the user pays for has. */
const simulationsOfOperation = (asked: readonly Asked[]) =>
  asked.filter(
    ({ method, params }) =>
      method === 'eth_simulateV1' && JSON.stringify(params).includes(`"from":"${entryPoint}"`),
  ).length

const readsOfNonce = (asked: readonly Asked[]) =>
  asked.filter(({ method }) => method === 'eth_getTransactionCount')

test('the account, its nonces and the outcome are asked for at once', async () => {
  const { from, url } = await newQuoted()
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = watched(() => promise)
  const quoting = quoted(from, transfer(2n), { url, optional: false })
  try {
    await vi.waitFor(() => {
      expect(asked).toContainEqual(
        expect.objectContaining({ method: 'eth_getCode', params: [from, 'pending'] }),
      )
      expect(asked).toContainEqual(
        expect.objectContaining({ method: 'eth_call', params: [nonceCall(from), 'latest'] }),
      )
      expect(asked).toContainEqual(expect.objectContaining({ method: 'eth_simulateV1' }))
      expect(readsOfNonce(asked)).toHaveLength(1)
    })
  } finally {
    resolve()
  }
  expect((await quoting).sponsor?.url).toBe(url)
  expect(readsOfNonce(asked)).toHaveLength(1)
})

test('an offer that is there already has no nonce read for it', async () => {
  const { from, url } = await newQuoted()
  const asked = watched()
  await quoted(from, transfer(1n), { url, optional: true })
  expect(simulationsOfOperation(asked)).not.toBe(0)
  expect(readsOfNonce(asked)).toEqual([])
})

/** Waits until nothing new was asked for a while. */
const quiet = async (asked: readonly Asked[]): Promise<void> => {
  for (let before = -1; before !== asked.length; await setTimeout(300)) before = asked.length
}

test('no service is asked before the account is known to run operations', async () => {
  const { from, url } = await newQuoted()
  await bed.node('anvil_setCode', from, delegation(stranger))
  const { promise, resolve } = Promise.withResolvers<void>()
  // The account's code is told once all that does not wait for it has been asked.
  let isFirst = true
  const asked = watched(({ method }) => {
    if (!isFirst || method !== 'eth_getCode') return undefined
    isFirst = false
    return promise
  })
  const quoting = quoted(from, transfer(2n), { url, optional: true })
  await vi.waitFor(() => expect(simulations(asked)).not.toBe(0))
  await quiet(asked)
  resolve()
  expect((await quoting).unsponsored).toEqual({ url, why: 'account' })
  await quiet(asked)
  expect(asked.filter(({ method }) => method.startsWith('pm_'))).toEqual([])
})

test('for an account that is known to run none, only what the user pays for is simulated', async () => {
  const { from } = await bed.newAccount()
  const { url } = bed.sponsors.signing
  await bed.node('anvil_setCode', from, delegation(stranger))
  await quoted(from, transfer(1n), { url, optional: true })
  expect(await knownSponsoring(chainId, from)).toBe(false)
  const asked = watched()
  await quoted(from, transfer(2n), { url, optional: true })
  expect(simulations(asked)).not.toBe(0)
  expect(simulationsOfOperation(asked)).toBe(0)
})
