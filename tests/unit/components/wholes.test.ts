import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { numberToHex, type Address } from 'viem'
import { expect, test } from 'vitest'
import {
  byAddress,
  KnownParties,
  SentencePlace,
  WrittenOut,
} from '@/components/calls/counterparties'
import { Party } from '@/components/calls/Party'
import { readingOf } from '@/components/calls/read'
import { onwardRows } from '@/components/calls/receiverRows'
import { Sentence } from '@/components/calls/Sentence'
import { statedParties } from '@/components/calls/statedParties'
import type { Tokens } from '@/components/calls/tokenFacts'
import { isWhole, wholesOf, type Candidate } from '@/components/calls/wholes'
import type { Call } from '@/lib/db'
import { change, token, usdc } from '../simulate/outcomes'
import { encode } from '../decode/encode'
import { alice, bob, stranger } from '../accounts'

const place = { from: alice, chainId: 8453, tokens: {} }
const shop: Address = '0x00000000000000000000000000000000000053Ab'
const weth: Address = '0x4200000000000000000000000000000000000006'

const written = (lines: Candidate[], known: Address[] = []): string[] => {
  const wholes = wholesOf(lines, known, place)
  return lines
    .filter(({ line, address }) => isWhole(wholes, line, address))
    .map(({ line, address }) => `${line} ${address}`)
}

test('a receiver or spender without a name is written out once, on the first line that names him', () => {
  expect(
    written([
      { line: 'allowance', address: stranger },
      { line: 'sent', address: stranger.toLowerCase() as Address },
      { line: 'sent', address: bob },
    ]),
  ).toEqual([`allowance ${stranger}`, `sent ${bob}`])
})

test('whoever has a name is not: the account, a contact, a known contract, a look-alike of its warning', () => {
  const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
  const lines = [alice, bob, permit2].map((address) => ({ line: 'sent', address }))
  expect(written(lines, [bob])).toEqual([])
})

test('a contract that is used gives way to the others, and never because it is used alone', () => {
  const used = { line: 'sent', address: shop, isCalled: true }
  expect(written([used])).toEqual([`sent ${shop}`])
  expect(written([used, { line: 'onward', address: stranger }])).toEqual([`onward ${stranger}`])
  // It may take more later, or a call sends to it as to anybody: then it is no mere tool.
  expect(written([used, { line: 'later', address: shop }])).toEqual([`sent ${shop}`])
})

test('a short address has its first and last eight digits, and the whole one under the pointer', () => {
  const markup = renderToStaticMarkup(createElement(Party, { address: stranger, place }))
  expect(markup.replace(/<[^>]*>/g, '')).toBe(`${stranger.slice(0, 10)}…${stranger.slice(-8)}`)
  expect(markup).toContain(`title="${stranger}"`)
})

test('a whole address is the address itself, however it is grouped', () => {
  const markup = renderToStaticMarkup(
    createElement(Party, { address: stranger, place, isWhole: true }),
  )
  expect(markup.replace(/<[^>]*>/g, '')).toBe(stranger)
  expect(markup.match(/<span[^>]*>[0-9a-fA-F]{4}<\/span>/g)).toHaveLength(10)
})

test('what calls pass on of an asset that arrives is told, of another asset or to oneself not', () => {
  const read = (to: Address, amount: bigint, asset = usdc) => {
    const call: Call = {
      to: asset,
      value: '0x0',
      data: encode('transfer(address,uint256)', [to, amount]),
    }
    return { call, reading: readingOf(call, place) }
  }
  const calls = [read(stranger, 50n), read(bob, 70n), read(alice, 90n), read(bob, 5n, shop)]
  expect(onwardRows(change(token(usdc), 150), calls, alice)).toMatchObject({
    more: 0,
    rows: [
      { words: 'flow_callsSay', address: bob, part: { amount: numberToHex(70) } },
      { words: 'flow_callsSay', address: stranger, part: { amount: numberToHex(50) } },
    ],
  })
  const many = [1n, 2n, 3n, 4n, 5n].map((size) => read(numberToHex(size, { size: 20 }), size))
  expect(onwardRows(change(token(usdc), 150), many, alice)).toMatchObject({ more: 2 })
})

const coin = { standard: 'native' } as const
const read = (call: Call) => ({ call, reading: readingOf(call, place) })
const send = (to: Address): Call => ({ to, value: '0x1', data: '0x' })

const stated = (parties: Address[], payees: Address[], calls: Call[]) =>
  Object.fromEntries(
    statedParties(
      {
        parties: parties.map((address) => ({ address, isNew: true })),
        payees: [
          { of: 'native', to: payees.map((address) => ({ address, amount: '0x1' as const })) },
        ],
        allowances: [],
        changes: [change(coin, -1)],
        unchecked: [],
      },
      calls.map(read),
      place,
    ).map(({ address, statedAt }) => [address, statedAt]),
  )

test('whoever the first glance names, or an earlier call, is not written out again below', () => {
  const calls = [send(bob), send(stranger), send(shop), send(bob)]
  expect(stated([stranger, bob, shop], [stranger], calls)).toEqual({
    [stranger]: -1,
    [bob]: 0,
    [shop]: 2,
  })
})

test('who may take something by the word of the calls alone is named there too', () => {
  const approve = read({
    to: usdc,
    value: '0x0',
    data: encode('approve(address,uint256)', [bob, 5n]),
  })
  const quote = {
    payees: [],
    allowances: [],
    changes: [],
    parties: [{ address: bob, isNew: true }],
  }
  const at = (unchecked: 'allowances'[]) =>
    statedParties({ ...quote, unchecked }, [approve], place)[0]?.statedAt
  expect(at(['allowances'])).toBe(-1)
  expect(at([])).toBe(0)
})

const taken = {
  standard: 'ERC20',
  token: usdc,
  spender: bob,
  before: '0x5',
  left: '0x0',
} as const

test('a gain that may be folded away with others names nobody', () => {
  const gains = [shop, weth, usdc, bob, alice].map((address) =>
    change({ standard: 'ERC20', address }, 5),
  )
  const at = (changes: typeof gains) =>
    statedParties(
      {
        payees: [],
        allowances: [],
        changes,
        unchecked: [],
        parties: [{ address: shop, isNew: true }],
      },
      [],
      place,
    )[0]?.statedAt
  expect(at(gains.slice(0, 4))).toBe(-1)
  expect(at(gains)).toBeUndefined()
})

test('whoever is taken something back from is named above the calls, and so is a token without a name', () => {
  const quote = {
    payees: [],
    allowances: [taken],
    changes: [change({ standard: 'ERC20', address: shop }, 5)],
    unchecked: [],
  }
  const parties = [bob, shop].map((address) => ({ address, isNew: true }))
  const at = (tokens: Tokens) =>
    statedParties({ ...quote, parties }, [], { ...place, tokens }).map(({ statedAt }) => statedAt)
  expect(at({})).toEqual([-0.5, -1])
  const listed = { symbol: 'SHOP', decimals: 6, identity: { is: 'held' } } as const
  expect(at({ [shop]: listed })).toEqual([-0.5, undefined])
})

test('whoever is taken something back from by the lock alone is named by the calls first', () => {
  const parties = [{ address: bob, isNew: true }]
  const quote = { payees: [], allowances: [taken], changes: [], unchecked: [], parties }
  const pay = read({ to: bob, value: '0x1', data: '0x' })
  const lock = { resets: [taken] }
  expect(statedParties(quote, [pay], place)[0]?.statedAt).toBe(-0.5)
  expect(statedParties({ ...quote, lock }, [pay], place)[0]?.statedAt).toBe(0)
})

test('an address that is written out has four digits elsewhere above the calls', () => {
  const known = byAddress([{ address: stranger, isNew: true, statedAt: -1 }])
  const shown = (written: Address[], isWhole: boolean) => {
    const chip = createElement(Party, { address: stranger, place, isWhole })
    const below = createElement(WrittenOut, {
      value: new Set(written.map((address) => address.toLowerCase())),
      children: chip,
    })
    return renderToStaticMarkup(createElement(KnownParties, { value: known }, below)).replace(
      /<[^>]*>/g,
      '',
    )
  }
  expect(shown([stranger], true)).toMatch(/^0x1{40}.*First time$/)
  expect(shown([stranger], false)).toBe('0x…1111')
  expect(shown([], false)).toBe('0x11111111…11111111First time')
})

test('a swap leaves out its contract where a line above names it, and nowhere else', () => {
  const calls = [bob, stranger].map((to) => ({
    to,
    value: '0x0' as const,
    data: encode('swap(address,address,uint256,uint256)', [usdc, weth, 1n, 2n]),
  }))
  const shown = (statedAt: number, at: number, called: number) => {
    const call = calls[called]
    if (!call) throw new Error('there are two swaps')
    const known = byAddress([{ address: bob, isNew: false, statedAt }])
    const line = createElement(Sentence, { call, reading: readingOf(call, place), place })
    const inList = createElement(SentencePlace, { value: at }, line)
    return renderToStaticMarkup(createElement(KnownParties, { value: known }, inList))
  }
  expect(shown(0, 1, 0)).not.toContain('through')
  expect(shown(-1, 0, 0)).not.toContain('through')
  // It is the first line that names it, or no line names it.
  expect(shown(1, 1, 0)).toContain('through')
  expect(shown(0, 1, 1)).toContain(`title="${stranger}"`)
})

test('a listed token goes by its symbol wherever it is named, and no other', () => {
  const listed = { symbol: 'SHOP', decimals: 6, identity: { is: 'listed' } } as const
  const shown = (tokens: Tokens) =>
    renderToStaticMarkup(createElement(Party, { address: shop, place: { ...place, tokens } }))
  expect(shown({ [shop]: listed })).toContain('SHOP')
  expect(shown({ [shop]: listed })).not.toContain('…')
  for (const is of ['held', 'unlisted', 'unchecked'] as const)
    expect(shown({ [shop]: { ...listed, identity: { is } } })).not.toContain('SHOP')
})

test('an address that shares its last digits with another of the batch keeps all of its chip', () => {
  const alike = `0x${'0'.repeat(36)}${bob.slice(-4)}` as Address
  expect(stated([bob], [bob], [send(alike)])).toEqual({ [bob]: undefined })
  const twin = `${bob.slice(0, 12)}${'0'.repeat(20)}${bob.slice(-10)}` as Address
  expect(stated([bob, twin], [bob], [send(twin)])).toEqual({ [bob]: undefined, [twin]: undefined })
  // A contract that is called may be such a twin, and no counterparty.
  expect(stated([bob], [bob], [send(twin)])).toEqual({ [bob]: undefined })
})

test('a chip below the first one has four digits, unless it resembles another address', () => {
  const shown = (party: object, at: number) => {
    const known = byAddress([{ address: stranger, isNew: true, ...party }])
    const chip = createElement(Party, { address: stranger, place })
    const inList = createElement(SentencePlace, { value: at }, chip)
    return renderToStaticMarkup(createElement(KnownParties, { value: known }, inList)).replace(
      /<[^>]*>/g,
      '',
    )
  }
  expect(shown({ statedAt: -1 }, 0)).toBe('0x…1111')
  expect(shown({ statedAt: 1 }, 1)).toBe('0x11111111…11111111First time')
  expect(shown({}, 1)).toBe('0x11111111…11111111First time')
  const poisoned = statedParties(
    {
      parties: [{ address: stranger, isNew: true, resembles: bob }],
      payees: [{ of: 'native', to: [{ address: stranger, amount: '0x1' }] }],
      allowances: [],
      changes: [change(coin, -1)],
      unchecked: [],
    },
    [],
    place,
  )
  expect(poisoned).toEqual([{ address: stranger, isNew: true, resembles: bob }])
})
