import { keccak256 } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import { emptyDatabase } from '../database'
import { storeBatch } from './batches'
import { byAnotherWallet, lookOn, out, speedUp, start, takeNonce } from './runnerHarness'

beforeEach(emptyDatabase)

describe('nothing is signed', () => {
  test.each<[string, (place: Awaited<ReturnType<typeof out>>) => unknown, string]>([
    [
      'where a block has it',
      async ({ chain, include, runner }) => {
        include(keccak256(chain.sent[0] ?? '0x'))
        await runner.look(31337)
      },
      'too late',
    ],
    [
      'where another has its nonce',
      async (place) => {
        takeNonce(place, byAnotherWallet(5))
        await lookOn(place)
      },
      'too late',
    ],
    ['while the wallet is locked', ({ chain }) => (chain.isLocked = true), 'locked'],
  ])('%s', async (_, happens, outcome) => {
    const place = await out()
    await happens(place)
    place.chain.signatures = 0
    expect(await speedUp(place.runner, place.batch.key)).toBe(outcome)
    expect(place.chain.signatures).toBe(0)
    expect((await stateOf(place.batch.key)).transactions).toHaveLength(1)
  })

  test('where nothing is out yet', async () => {
    const { chain, runner } = start()
    chain.isLocked = true
    const batch = await storeBatch()
    await runner.advance()
    expect(await speedUp(runner, batch.key)).toBe('too late')
  })

  test('on a chain that was started anew', async () => {
    const { chain, runner, batch } = await out()
    chain.now += 2_000
    chain.genesis = keccak256('0x01')
    expect(await speedUp(runner, batch.key)).toBe('too late')
    expect(chain.signatures).toBe(1)
  })
})
