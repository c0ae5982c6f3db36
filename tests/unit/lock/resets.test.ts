import { getAddress, type Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import { callsStatus } from '@/lib/batch/status'
import { stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { permit2 } from '@/lib/decode/contracts'
import { request } from '@/lib/network/node'
import { suggestFees } from '@/lib/network/fees'
import { newWorld } from '../../harness/world'
import { rpc } from '../../chain/rpc'
import { approve, chainId, openBed, unit, type Bed } from '../../lock/lockBed'
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

const highest = 2n ** 256n - 1n

const allow = (token: Address, spender: Address, amount: bigint): Call =>
  bed.call('KindToken', token, 'approve', [spender, amount])

const pull = (token: Address, amount = 100n * unit): Call =>
  bed.call('Shop', bed.places.shop, 'pull', [token, amount])

/**
 * Approves a batch, and returns what it takes back and what it leaves, as the quote says. What was
 * found out of a batch is kept, so that each test here has amounts of its own.
 */
const taken = async (calls: Call[]) => {
  const { quote, batch } = await approve(calls)
  expect(quote.open).toBeUndefined()
  return {
    batch,
    resets: quote.lock?.resets ?? [],
    left: quote.allowances.map(({ left }) => left),
  }
}

const mined = async (key: string) => {
  const runner = createRunner(newWorld(request), suggestFees)
  await runner.advance(chainId)
  await rpc(bed.url, 'anvil_mine', ['0x2'])
  await runner.look(chainId)
  return stateOf(key)
}

describe('what is left of an allowance that the batch spent from', () => {
  test.each([
    ['a limited one', 1_000n * unit],
    ['the highest, which the token never lowers', highest],
  ])('is taken back: %s', async (_, amount) => {
    const { token, shop } = bed.places
    const { batch, resets, left } = await taken([allow(token, shop, amount), pull(token)])
    expect(resets).toMatchObject([{ standard: 'ERC20' }])
    expect(left).toEqual(['0x0'])
    // Before the checks, because a reset runs code of the token.
    expect(batch.locks?.map(({ to }) => to?.toLowerCase())[0]).toBe(token.toLowerCase())
    const state = await mined(batch.key)
    expect(callsStatus(batch, state).status).toBe(200)
    expect(await bed.allowance(token, shop)).toBe(0n)
  })

  test('is nothing the site asked for: its receipt has the logs of its own calls alone', async () => {
    const { token, shop } = bed.places
    const { batch } = await taken([allow(token, shop, 1_000n * unit), pull(token)])
    const state = await mined(batch.key)
    const [receipt] = callsStatus(batch, state).receipts ?? []
    expect(receipt?.logs).toHaveLength(2)
    expect(state.transactions[0]?.receipt?.logs).toHaveLength(3)
  })
})

/** Lets the shop move every plot or all stock of the account, or no longer. */
const allowAll = (name: 'Plots' | 'Stock', isAllowed = true): Call =>
  bed.call(name, name === 'Plots' ? bed.places.plots : bed.places.stock, 'setApprovalForAll', [
    bed.places.shop,
    isAllowed,
  ])

/** Sells the plot `id` for an amount that no other test has. */
const sell = (id: bigint, gets: bigint): Call =>
  bed.call('Market', bed.places.shop, 'sellPlot', [bed.places.plots, id, bed.places.token, gets])

const isOperator = (name: 'Plots' | 'Stock') => {
  const { plots, stock, shop } = bed.places
  return bed.view(name, name === 'Plots' ? plots : stock, 'isApprovedForAll', [alice, shop])
}

describe('the right of an operator who took something', () => {
  test.each(['Plots', 'Stock'] as const)('is taken back: %s', async (name) => {
    const { token, plots, stock, shop } = bed.places
    const isPlots = name === 'Plots'
    const sold = isPlots
      ? sell(1n, 301n)
      : bed.call('Market', shop, 'sellStock', [stock, 1n, 3n, token, 302n])
    const { batch, resets, left } = await taken([allowAll(name), sold])
    const collection = getAddress(isPlots ? plots : stock)
    expect(resets).toMatchObject([{ standard: 'collection', token: collection }])
    expect(left).toEqual(['0x0'])
    const state = await mined(batch.key)
    expect(callsStatus(batch, state).status).toBe(200)
    expect(await isOperator(name)).toBe(false)
    // The approval, the item, and the token.
    expect(callsStatus(batch, state).receipts?.[0]?.logs).toHaveLength(3)
  })

  test('stays where a market only asked for it, though something else left', async () => {
    const { plots, shop } = bed.places
    const { resets, left } = await taken([
      allowAll('Plots'),
      bed.call('Plots', plots, 'transferFrom', [alice, bob, 1n]),
      bed.call('Market', shop, 'list', [plots]),
    ])
    expect(resets).toEqual([])
    expect(left).toEqual(['all'])
  })

  test('stays where no call uses it', async () => {
    const { resets } = await taken([allowAll('Plots'), allow(bed.places.token, bob, 303n)])
    expect(resets).toEqual([])
  })

  test('stays where it is older than the batch', async () => {
    const { to, data } = allowAll('Plots')
    if (to) await bed.send(alice, { to, data })
    const { resets, left } = await taken([allowAll('Plots'), sell(1n, 304n)])
    expect(resets).toEqual([])
    expect(left).toEqual(['all'])
  })

  test('stays where it is given once more after it was used', async () => {
    const { resets } = await taken([allowAll('Plots'), sell(1n, 305n), allowAll('Plots')])
    expect(resets).toEqual([])
  })
})

describe('what Permit2 keeps', () => {
  const by = (amount: bigint, ends = 2n ** 47n): Call[] => {
    const { token, shop } = bed.places
    return [
      allow(token, permit2, highest),
      bed.call('Permits', permit2, 'approve', [token, shop, amount, ends]),
    ]
  }
  const kept = async () => {
    const { token, shop } = bed.places
    const [amount] = (await bed.view('Permits', permit2, 'allowance', [alice, token, shop])) as [
      bigint,
    ]
    return amount
  }

  test.each([
    ['a limited one', 701n * unit],
    ['the highest, which is never lowered', 2n ** 160n - 1n],
  ])('is locked down where the batch took from it: %s', async (_, amount) => {
    const { token, shop } = bed.places
    const pulled = bed.call('Market', shop, 'pullBy', [permit2, token, 100n * unit])
    const { batch, resets } = await taken([...by(amount), pulled])
    expect(resets.map(({ standard, spender }) => [standard, spender.toLowerCase()])).toEqual([
      ['ERC20', permit2.toLowerCase()],
      ['Permit2', shop.toLowerCase()],
    ])
    const state = await mined(batch.key)
    expect(callsStatus(batch, state).status).toBe(200)
    expect(await bed.allowance(token, permit2)).toBe(0n)
    expect(await kept()).toBe(0n)
    // Both approvals, and the transfer.
    expect(callsStatus(batch, state).receipts?.[0]?.logs).toHaveLength(3)
  })

  test('stays where no call takes from it', async () => {
    const { resets, left } = await taken([...by(702n * unit)])
    expect(resets).toEqual([])
    expect(left).toHaveLength(2)
  })
})

describe('what stays, and is said to', () => {
  test('an allowance that no call of the batch uses is what was asked for', async () => {
    const { token, dollar, shop } = bed.places
    const { resets, left } = await taken([
      allow(token, bob, 50n * unit),
      allow(dollar, bob, highest),
      allow(dollar, shop, 100n * unit),
      pull(dollar),
    ])
    expect(resets).toEqual([])
    expect(left.filter((amount) => amount !== '0x0')).toHaveLength(2)
  })

  test('one that was given after it was used', async () => {
    const { token, shop } = bed.places
    const { resets } = await taken([
      allow(token, shop, 100n * unit),
      pull(token),
      allow(token, shop, 70n * unit),
    ])
    expect(resets).toEqual([])
  })

  test('one of which the token keeps less than it was asked for, and nobody took', async () => {
    const stub = await bed.deploy('Stubborn', 0)
    const { dollar, shop } = bed.places
    const { resets } = await taken([
      allow(stub, bob, highest),
      allow(dollar, shop, 100n * unit),
      pull(dollar),
    ])
    expect(resets).toEqual([])
  })

  test.each([
    ['a token that reverts an approval of nothing', 1],
    ['a token that takes no notice of one', 2],
  ])('that of %s, and the rest is locked all the same', async (_, mood) => {
    const stub = await bed.deploy('Stubborn', mood)
    await bed.tell('Stubborn', stub, 'mint', [alice, 1_000n * unit])
    const { resets, left, batch } = await taken([
      allow(stub, bed.places.shop, BigInt(900 + mood) * unit),
      pull(stub),
    ])
    expect(resets).toEqual([])
    expect(left).toEqual([`0x${(BigInt(800 + mood) * unit).toString(16)}`])
    expect(batch.locks).toHaveLength(2)
  })
})

test('one that turned and cannot be taken back stops the batch, and its page names it', async () => {
  const stub = await bed.deploy('Stubborn', 0)
  const { shop } = bed.places
  await bed.tell('Stubborn', stub, 'mint', [alice, 1_000n * unit])
  const { batch } = await taken([allow(stub, shop, 900n * unit), pull(stub)])
  await bed.tell('Stubborn', stub, 'setMood', [1])
  const state = await mined(batch.key)
  expect(callsStatus(batch, state).status).toBe(500)
  const [transaction] = state.transactions
  expect(transaction && (await stopOf(batch, transaction))).toEqual({
    reset: { standard: 'ERC20', token: getAddress(stub), spender: getAddress(shop) },
  })
})

test('a reset that would give something else away is left out', async () => {
  const hybrid = await bed.deploy('Hybrid')
  await bed.tell('Hybrid', hybrid, 'mint', [alice, 1_000n * unit])
  const { resets, left } = await taken([allow(hybrid, bed.places.shop, 500n * unit), pull(hybrid)])
  expect(resets).toEqual([])
  expect(left).toEqual([`0x${(400n * unit).toString(16)}`])
})

describe('what is left of an allowance that is older than the batch', () => {
  const before = async ({ to, data }: Call) => {
    if (to) await bed.send(alice, { to, data })
  }

  test.each([
    ['a limited one', 1_001n * unit, 101n],
    ['the highest, which the token never lowers', highest, 102n],
  ])('is taken back where the batch used it: %s', async (_, amount, pulled) => {
    const { token, shop } = bed.places
    await before(allow(token, shop, amount))
    const calls = [pull(token, pulled * unit), allow(bed.places.dollar, bob, 0n)]
    const { batch, resets } = await taken(calls)
    expect(resets).toEqual([
      { standard: 'ERC20', token: getAddress(token), spender: getAddress(shop) },
    ])
    const state = await mined(batch.key)
    expect(callsStatus(batch, state).status).toBe(200)
    expect(await bed.allowance(token, shop)).toBe(0n)
    // The transfer and the approval of the site's own calls.
    expect(callsStatus(batch, state).receipts?.[0]?.logs).toHaveLength(2)
  })

  test('stays where the user keeps it, and is said to', async () => {
    const { token, shop } = bed.places
    await before(allow(token, shop, 1_003n * unit))
    const calls = [pull(token, 103n * unit), allow(bed.places.dollar, bob, 0n)]
    const { quote } = await approve(calls, undefined, { keeps: true })
    expect(quote.lock?.resets).toBeUndefined()
    expect(quote.allowances.filter(({ isOlder }) => isOlder)).toEqual([
      {
        standard: 'ERC20',
        token: getAddress(token),
        spender: getAddress(shop),
        before: `0x${(1_003n * unit).toString(16)}`,
        left: `0x${(900n * unit).toString(16)}`,
        isOlder: true,
      },
    ])
  })

  test.each([
    ['limited', 1_004n * unit, 104n],
    ['unlimited', highest, 105n],
  ])('stays where no call uses it, %s', async (_, amount, pulled) => {
    const { token, dollar, shop, accomplice } = bed.places
    await before(allow(dollar, shop, amount))
    // Dollars leave by the account's own call; and who may take them is called for something else.
    const { resets } = await taken([
      bed.call('KindToken', dollar, 'transfer', [bob, pulled * unit]),
      allow(token, shop, pulled * unit),
      pull(token, pulled * unit),
    ])
    expect(resets).toEqual([])
    expect(await bed.allowance(dollar, shop)).toBe(amount)
    expect(await bed.allowance(dollar, accomplice)).toBe(2n ** 255n)
  })

  test('stays where another one was used', async () => {
    const { token, shop } = bed.places
    const other = await bed.deploy('Market', bed.places.accomplice)
    await before(allow(token, shop, 1_006n * unit))
    await before(allow(token, other, highest))
    const { resets, left } = await taken([
      pull(token, 106n * unit),
      bed.call('Shop', other, 'pull', [bed.places.dollar, 0n]),
    ])
    expect(resets.map(({ spender }) => spender)).toEqual([getAddress(shop)])
    expect(left).toContain('all')
  })

  test('of one who is not called and takes for the called one is taken back', async () => {
    const { token, dollar, shop, accomplice } = bed.places
    await bed.tell('Shop', shop, 'setAlso', [dollar, 107n * unit])
    await before(allow(token, shop, 107n * unit))
    const { resets } = await taken([pull(token, 107n * unit), allow(dollar, bob, 0n)])
    expect(resets).toEqual([
      { standard: 'ERC20', token: getAddress(dollar), spender: getAddress(accomplice) },
    ])
  })

  test('in Permit2 is taken back with the allowance to Permit2', async () => {
    const { token, shop } = bed.places
    await before(allow(token, permit2, highest))
    await before(bed.call('Permits', permit2, 'approve', [token, shop, 2n ** 160n - 1n, 2n ** 47n]))
    const { resets } = await taken([
      bed.call('Market', shop, 'pullBy', [permit2, token, 108n * unit]),
      allow(bed.places.dollar, bob, 0n),
    ])
    expect(resets.map(({ standard, spender }) => [standard, spender.toLowerCase()])).toEqual([
      ['ERC20', permit2.toLowerCase()],
      ['Permit2', shop.toLowerCase()],
    ])
  })

  test('over a collection stays, as other sales rest on it, and is said to', async () => {
    const { to, data } = allowAll('Plots')
    if (to) await bed.send(alice, { to, data })
    const { resets, batch } = await taken([sell(1n, 309n), allow(bed.places.dollar, bob, 0n)])
    expect(resets).toEqual([])
    expect(batch.expected).toMatchObject({
      allowances: [
        { standard: 'ERC20', left: '0x0' },
        { standard: 'ERC721', left: 'all', isOlder: true },
      ],
    })
  })

  test('of a token that refuses stands in the way of no other', async () => {
    const stub = await bed.deploy('Stubborn', 1)
    const { token, shop } = bed.places
    await bed.tell('Stubborn', stub, 'mint', [alice, 1_000n * unit])
    await before(allow(stub, shop, 910n * unit))
    await before(allow(token, shop, 910n * unit))
    const { resets, left } = await taken([pull(stub, 110n * unit), pull(token, 110n * unit)])
    expect(resets.map((one) => one.token)).toEqual([getAddress(token)])
    expect(left).toEqual(['0x0', `0x${(800n * unit).toString(16)}`])
  })

  test('of a token that the user knows comes before any number of others', async () => {
    const { dollar, shop } = bed.places
    const calls: Call[] = []
    for (let count = 0; count < 17; count++) {
      const stub = await bed.deploy('Stubborn', 0)
      await bed.tell('Stubborn', stub, 'mint', [alice, 1_000n * unit])
      await before(allow(stub, shop, 1_000n * unit))
      calls.push(pull(stub, 111n * unit))
    }
    await before(allow(dollar, shop, 1_000n * unit))
    const { resets } = await taken([...calls, pull(dollar, 111n * unit)])
    expect(resets).toHaveLength(16)
    expect(resets[0]?.token).toBe(getAddress(dollar))
  })
})
