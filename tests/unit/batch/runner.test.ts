import { keccak256, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { storeBatch } from './batches'
import { codeOf, fees, start, types } from './runnerHarness'

beforeEach(emptyDatabase)

describe('the order of writing and sending', () => {
  test('has the signed bytes on disk before they go out, and the answer after', async () => {
    const { chain, runner } = start()
    const batch = await storeBatch({ mode: 'one' })
    let onDisk: unknown[] = []
    chain.answers = {
      eth_sendRawTransaction: async ([raw]: [Hex]) => {
        onDisk = (await journal.events.toArray()).map(({ event }) => event)
        chain.sent.push(raw)
      },
    }
    await runner.advance()
    expect(onDisk).toMatchObject([{ type: 'approved' }, { type: 'signed', raw: chain.sent[0] }])
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('sends nothing where the write failed', async () => {
    const { chain, runner } = start()
    const batch = await storeBatch({ mode: 'one' })
    const full = () => {
      throw new Error('the disk is full')
    }
    journal.events.hook('creating', full)
    await runner.advance()
    journal.events.hook('creating').unsubscribe(full)
    expect(chain).toMatchObject({ signatures: 1, sent: [] })
    expect(await types(batch)).toEqual(['approved'])
    await runner.advance()
    expect(chain.sent).toHaveLength(1)
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('signs once where two wake up at the same time', async () => {
    const { chain, runner, world } = start()
    const batch = await storeBatch()
    await Promise.all([runner.advance(), createRunner(world, fees).advance(), runner.advance()])
    expect(chain).toMatchObject({ signatures: 1 })
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })
})

describe('a batch in order', () => {
  const out = (sent: Hex[]) => keccak256(sent.at(-1) ?? '0x')

  test('signs each call when the one before is included, and ends with its success', async () => {
    const { chain, runner, include } = start()
    const batch = await storeBatch()
    await runner.advance()
    await runner.advance()
    expect(chain.sent).toHaveLength(1)
    include(out(chain.sent))
    chain.count = 6
    expect(await runner.look(31337)).toBe(true)
    await runner.advance()
    expect(chain.sent).toHaveLength(2)
    include(out(chain.sent))
    await runner.look(31337)
    chain.latest = 11
    await runner.look(31337)
    expect(await codeOf(batch)).toBe(200)
    const { transactions } = await stateOf(batch.key)
    expect(transactions.map(({ nonce, index }) => [index, nonce])).toEqual([
      [0, 5],
      [1, 6],
    ])
    expect(chain.signatures).toBe(2)
  })

  test('signs nothing more after a revert', async () => {
    const { chain, runner, include } = start()
    const batch = await storeBatch()
    await runner.advance()
    include(out(chain.sent), { status: '0x0', block: 10 })
    await runner.look(31337)
    await runner.advance()
    expect(chain.signatures).toBe(1)
    expect(await codeOf(batch)).toBe(500)
  })

  test('sends the same bytes again when its block is gone, and signs nothing for it', async () => {
    const { chain, runner, include, drop } = start()
    const batch = await storeBatch({ mode: 'one' })
    await runner.advance()
    include(out(chain.sent), { block: 10 })
    await runner.look(31337)
    expect(await codeOf(batch)).toBe(200)
    drop(out(chain.sent))
    await runner.look(31337)
    await runner.advance()
    expect(await codeOf(batch)).toBe(100)
    expect(chain.sent).toEqual([chain.sent[0], chain.sent[0]])
    expect(chain.signatures).toBe(1)
  })
})
