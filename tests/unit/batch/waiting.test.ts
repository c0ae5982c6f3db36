import { erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { approveAgain } from '@/lib/batch/approveBatch'
import { eventsOf } from '@/lib/batch/journal'
import { journal, type Batch, type Mode } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { stranger } from '../accounts'
import { callTo } from '../simulate/deployed'
import { buy, codeOf, ether, little, pay, typesOf, useWaitingBatches } from './waitingBatches'

const { setPrice, mine, open, approve, weiOf, usdc, withoutSimulation } = useWaitingBatches()

const askedOf = async ({ key }: Batch) =>
  (await eventsOf(key)).find((event) => event.type === 'asked')

describe('a batch that waits behind an unmined one', () => {
  test('is asked for again where it has become 99.9 % worse, and says what changed', async () => {
    await setPrice(ether)
    const { runner, world, looks } = open()
    await approve([pay], 'one')
    await runner.advance()
    const batch = await approve([buy], 'one')
    await runner.advance()
    expect(await typesOf(batch)).toEqual(['approved'])
    await setPrice(little)
    await mine()
    await world.wait(60_000)
    await runner.look(31337)
    await runner.advance()
    expect(looks).toEqual([0])
    expect(await askedOf(batch)).toMatchObject({
      why: 'worse',
      changed: [
        {
          kind: 'amount',
          was: { asset: { standard: 'native' }, direction: 'in', amount: '0xde0b6b3a7640000' },
          is: { asset: { standard: 'native' }, direction: 'in', amount: '0x38d7ea4c68000' },
        },
      ],
    })
    expect(await typesOf(batch)).toEqual(['approved', 'asked'])
  })

  test.each<[string, Mode]>([
    ['one call', 'one'],
    ['an atomic batch', 'atomic'],
    ['calls in order', 'sequence'],
  ])('runs also where no node can simulate it, as was accepted: %s', async (_, mode) => {
    withoutSimulation()
    const { runner, world, looks } = open()
    await approve([pay], 'one')
    await runner.advance()
    const batch = await approve(mode === 'one' ? [buy] : [pay, buy], mode)
    expect(batch.expected).toMatchObject({ unchecked: expect.arrayContaining(['changes']) as [] })
    for (let turn = 0; turn < 3; turn++) {
      await mine()
      await world.wait(60_000)
      await runner.look(31337)
      await runner.advance()
    }
    expect(looks).toEqual(mode === 'sequence' ? [0, 1] : [0])
    expect(await codeOf(batch)).toBe(200)
  })

  test('runs where nothing has changed, looked at once', async () => {
    await setPrice(ether)
    const { runner, world, looks } = open()
    await approve([pay], 'one')
    await runner.advance()
    const batch = await approve([buy], 'one')
    const had = await weiOf(batch.from)
    await mine()
    await world.wait(60_000)
    await runner.look(31337)
    await runner.advance()
    await mine()
    await runner.look(31337)
    expect(looks).toEqual([0])
    expect(await codeOf(batch)).toBe(200)
    expect((await weiOf(batch.from)) - had).toBeGreaterThan((ether * 99n) / 100n)
  })
})

describe('calls that run in order', () => {
  /** Mines what is out, and lets the runner sign the next call. */
  const step = async ({ runner, world }: ReturnType<typeof open>) => {
    await mine()
    await world.wait(1_000)
    await runner.look(31337)
    await runner.advance()
  }

  test('are each looked at once, and alone, and run where nothing has changed', async () => {
    await setPrice(ether)
    const place = open()
    const batch = await approve([buy, pay, buy], 'sequence')
    await place.runner.advance()
    for (let call = 0; call < 3; call++) await step(place)
    expect(place.looks).toEqual([1, 2])
    expect(await codeOf(batch)).toBe(200)
  })

  test('may set an allowance that a later one takes back', async () => {
    const place = open()
    const allow = (amount: bigint) => callTo(usdc(), erc20Abi, 'approve', [stranger, amount])
    const batch = await approve([pay, allow(100n), allow(0n)], 'sequence')
    await place.runner.advance()
    for (let call = 0; call < 3; call++) await step(place)
    expect(await codeOf(batch)).toBe(200)
  })

  test('run once the user has said yes to what is left, and are then not asked for again', async () => {
    await setPrice(ether)
    const place = open()
    const batch = await approve([pay, buy], 'sequence')
    await place.runner.advance()
    await setPrice(little)
    await step(place)
    const terms = { mode: 'sequence', upgrade: false, delegate: executor } as const
    const gas = batch.gas.slice(1)
    await (
      await approveAgain(batch.key, { ...terms, gas, fees: batch.fees, expected: 'succeeds' })
    )()
    await place.runner.advance()
    await step(place)
    expect(await codeOf(batch)).toBe(200)
  })

  test('stop and ask before the call that has become worse, with what it was to bring', async () => {
    await setPrice(ether)
    const place = open()
    const batch = await approve([buy, buy, buy], 'sequence')
    expect(batch.expected).toMatchObject({
      changes: [{ amount: '0x29a2241af62c0000' }],
      parts: {
        each: Array.from({ length: 3 }, () => ({ changes: [{ amount: '0xde0b6b3a7640000' }] })),
        loose: [],
      },
    })
    await place.runner.advance()
    await setPrice(little)
    await step(place)
    expect(place.looks).toEqual([1])
    expect(await askedOf(batch)).toMatchObject({
      changed: [
        { kind: 'amount', was: { amount: '0xde0b6b3a7640000' }, is: { amount: '0x38d7ea4c68000' } },
      ],
    })
    expect(await journal.approvals.toArray()).toMatchObject([
      { again: { why: 'worse', changed: [{ kind: 'amount' }] }, params: [{ calls: [buy, buy] }] },
    ])
  })
})
