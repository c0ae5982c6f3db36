import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments'
import { getAddress, numberToHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callsStatus } from '@/lib/batch/status'
import { stateOf } from '@/lib/batch/journal'
import { explainedIn } from '@/lib/batch/machine'
import { createRunner } from '@/lib/batch/runner'
import { cache, journal, type Call } from '@/lib/db'
import { contractName, universalRouterOn } from '@/lib/decode/contracts'
import { enforcers, hookCall, openingsOf } from '@/lib/lock/hooks'
import { boundIn } from '@/lib/lock/lockReading'
import { chainTable } from '@/lib/network/chainTable'
import { suggestFees } from '@/lib/network/fees'
import { request } from '@/lib/network/node'
import { acceptedOutcome } from '@/lib/simulate/acceptedOutcome'
import { simulateBatch } from '@/lib/simulate/lookAgain'
import { materialChanges } from '@/lib/simulate/material'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { plantEnforcers } from '../../chain/enforcers'
import { rpc } from '../../chain/rpc'
import { newWorld } from '../../harness/world'
import { approve, chainId, ether, openBed, unit, type Bed } from '../../lock/lockBed'
import { stopOf } from '../../lock/stop'
import { alice, bob } from '../accounts'

let bed: Bed
let snapshot: unknown
beforeAll(async () => {
  bed = await openBed(0)
  snapshot = await rpc(bed.url, 'evm_snapshot')
})
afterAll(() => bed.stop())
beforeEach(async () => {
  await rpc(bed.url, 'evm_revert', [snapshot])
  snapshot = await rpc(bed.url, 'evm_snapshot')
  await bed.reset()
})

const swap = (amount: bigint): Call[] => {
  const { dollar, token, shop } = bed.places
  return [
    bed.call('KindToken', dollar, 'approve', [shop, amount]),
    bed.call('Shop', shop, 'swap', [dollar, amount, token, 200n * unit]),
  ]
}

const sale = (amount: bigint): Call[] => {
  const { token, shop } = bed.places
  return [
    bed.call('KindToken', token, 'approve', [shop, amount]),
    bed.call('Shop', shop, 'sell', [token, amount, ether]),
  ]
}

const exact = (calls: Call[]) => approve(calls, undefined, { isExact: true })

const cut = (thousandths: number) =>
  bed.tell('Shop', bed.places.shop, 'setCut', [thousandths, 0, 0n])

/** Signs, sends and mines a batch, and looks at what came of it. */
const mined = async (key: string) => {
  const runner = createRunner(newWorld(request), suggestFees)
  await runner.advance(chainId)
  await rpc(bed.url, 'anvil_mine', ['0x2'])
  await runner.look(chainId)
  const batch = await journal.batches.get(key)
  if (!batch) throw new Error('there is no such batch')
  const state = await stateOf(key)
  const [transaction] = state.transactions
  return {
    ...callsStatus(batch, state),
    failing: explainedIn(state)?.failing,
    stop: transaction && (await stopOf(batch, transaction)),
  }
}

/** Demands of the locks on the dollar, the token and the coin, by name. */
const boundsOf = (locks: readonly Call[] = []) =>
  locks.flatMap((lock) => {
    const bound = boundIn(lock)
    if (!bound) return []
    const { token, isDown, amount } = bound
    const { dollar } = bed.places
    const name =
      token === null ? 'coin' : getAddress(token) === getAddress(dollar) ? 'dollar' : 'token'
    return [`${name} ${isDown ? '-' : '+'}${amount}`]
  })

const shipped = Object.values(chainTable).map(({ id, name }) => [name, id] as const)

test.each(shipped)('the enforcers stand where their maker says that they do on %s', (_, id) => {
  const there = DELEGATOR_CONTRACTS['1.3.0']?.[id]
  expect(enforcers).toEqual({
    ERC20: there?.ERC20BalanceChangeEnforcer,
    native: there?.NativeBalanceChangeEnforcer,
  })
})

test.each(shipped)('a router is known on %s, at an address of its own', (_, id) => {
  const router = universalRouterOn(id)
  expect(router).toBe(getAddress(router ?? '0x'))
  expect(shipped.filter(([, other]) => universalRouterOn(other) === router)).toHaveLength(1)
  expect(contractName(router ?? '0x', id)).toBe('Uniswap Universal Router')
})

describe('a lock of what the batch itself changes', () => {
  test('holds what leaves, what arrives and the coin, and its batch runs', async () => {
    const { quote, batch } = await exact(swap(100n * unit))
    expect(quote).toMatchObject({ verdict: 'succeeds', lock: { isExact: true } })
    expect(quote.calls).toHaveLength(2)
    expect(boundsOf(batch.locks)).toEqual([
      'coin -0',
      `dollar -${(1_005n * unit) / 10n}`,
      `token +${199n * unit}`,
    ])
    const { status, receipts } = await mined(batch.key)
    expect(status).toBe(200)
    expect(receipts?.[0]?.logs).toHaveLength(3)
  })

  test('adds nothing that the wallet could not read', async () => {
    const { dollar, token } = bed.places
    const { quote } = await exact(
      [dollar, token].map((one) => bed.call('KindToken', one, 'transfer', [bob, 5n * unit])),
    )
    expect(quote).toMatchObject({ lock: { isExact: true }, unchecked: [], allowances: [] })
    expect(quote.parties.map(({ address }) => address)).not.toContain(enforcers.ERC20)
  })

  test('stops a batch that gives less, and the page says which change was missing', async () => {
    const { batch } = await exact(swap(101n * unit))
    await cut(10)
    expect(await mined(batch.key)).toMatchObject({
      status: 500,
      stop: {
        bound: {
          token: bed.places.token.toLowerCase(),
          isDown: false,
          amount: numberToHex(199n * unit),
        },
      },
    })
  })

  test('holds the coin without any room for the fee', async () => {
    const { batch } = await exact(sale(102n * unit))
    expect(boundsOf(batch.locks)).toContain(`coin +${(ether * 995n) / 1000n}`)
    await cut(6)
    expect(await mined(batch.key)).toMatchObject({ status: 500, stop: { bound: { token: null } } })
  })

  test('is not fooled by a gift that hides a loss', async () => {
    const { batch } = await exact(swap(103n * unit))
    await bed.tell('KindToken', bed.places.token, 'mint', [alice, 1_000n * unit])
    await cut(500)
    expect((await mined(batch.key)).status).toBe(500)
  })

  test('does not mind what the account spends in between', async () => {
    const { dollar, token } = bed.places
    const { batch } = await exact(swap(104n * unit))
    for (const one of [dollar, token]) {
      const { data } = bed.call('KindToken', one, 'transfer', [bob, 2n * unit])
      await bed.send(alice, { to: one, data })
    }
    expect((await mined(batch.key)).status).toBe(200)
  })

  test('is looked at again before it is signed, without a false alarm', async () => {
    const { batch } = await exact(swap(107n * unit))
    expect(await simulateBatch(batch, 0)).toMatchObject({ verdict: 'succeeds', unchecked: [] })
  })

  test('is not used where a call of the site could keep a balance anew after a loss', async () => {
    const { dollar, shop } = bed.places
    // A balance that an earlier lock kept lets a call compare without one of its own.
    await mined((await exact(swap(111n * unit))).batch.key)
    const loose = hookCall(alice, { token: dollar, isDown: true, amount: 9_000n * unit })
    const { quote, batch } = await exact([...swap(108n * unit), loose, ...openingsOf([loose])])
    expect(quote.verdict).toBe('succeeds')
    await bed.tell('Shop', shop, 'setAlso', [dollar, 50n * unit])
    expect((await mined(batch.key)).status).toBe(500)
    expect(quote.lock).toMatchObject({ inexact: 'touched' })
    expect(boundsOf(batch.locks)).toEqual([])
  })

  test('gives way to the usual lock where the batch fails with it', async () => {
    const asked = (amount: bigint) => {
      const batch = { from: alice, chainId, calls: swap(amount), atomicRequired: true }
      return quoteBatch(batch, 'atomic', undefined, undefined, { isExact: true })
    }
    expect((await asked(109n * unit)).lock).toMatchObject({ isExact: true })
    // Left open by a call from elsewhere: no other can be opened on top.
    const bound = { token: bed.places.dollar, isDown: true, amount: 0n }
    const [left] = openingsOf([hookCall(alice, bound)])
    await bed.send(alice, { to: enforcers.ERC20, data: left?.data ?? '0x' })
    const { lock } = await asked(110n * unit)
    expect(lock).toMatchObject({ inexact: 'fails' })
    expect(lock?.isExact).toBeUndefined()
  })

  test('leaves the numbers of the site’s own calls as they are', async () => {
    const { dollar, token, shop } = bed.places
    const calls = [
      ...swap(105n * unit),
      bed.call('Shop', shop, 'swap', [token, 1_000n * unit, dollar, 1n]),
    ]
    const asked = { from: alice, chainId, calls, atomicRequired: true }
    const quote = await quoteBatch(asked, 'atomic', undefined, undefined, { isExact: true })
    expect(quote).toMatchObject({ verdict: 'fails', failing: { index: 2 } })
    const { batch } = await exact(swap(106n * unit))
    await bed.send(alice, {
      to: dollar,
      data: bed.call('KindToken', dollar, 'transfer', [bob, 9_950n * unit]).data,
    })
    expect(await mined(batch.key)).toMatchObject({ status: 500, failing: { index: 1 } })
  })
})

test.each([
  ['no code, where any call would pass', '0x'],
  ['code that takes any call', '0x00'],
  ['code that refuses any call', '0x5f5ffd'],
])('%s is not used: the usual lock holds, and says why', async (_, code) => {
  await cache.facts.clear()
  for (const enforcer of Object.values(enforcers))
    await rpc(bed.url, 'anvil_setCode', [enforcer, code])
  const { quote, batch } = await exact(swap(107n * unit))
  expect(quote.lock).toMatchObject({ inexact: 'network' })
  expect(quote.lock?.isExact).toBeUndefined()
  expect(boundsOf(batch.locks)).toEqual([])
  // Approve stood for a lock that nobody asked to be exact: a click on that is none on this.
  const { router = bob, checkers = [], holds = [], l1Fee = '0x0', left = 0 } = quote.lock ?? {}
  const before = acceptedOutcome({ ...quote, lock: { router, checkers, holds, l1Fee, left } })
  expect(materialChanges(before, acceptedOutcome(quote))).toEqual([{ kind: 'plan' }])
  await plantEnforcers(bed.url, bob)
})
