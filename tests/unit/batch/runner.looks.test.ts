import { keccak256, type Hash } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { wait } from '@/lib/async'
import { append, stateOf } from '@/lib/batch/journal'
import { bob } from '../accounts'
import { emptyDatabase } from '../database'
import { did, hashOf, receiptOf, storeBatch } from './batches'
import { openChain, silence } from './fakeChain'
import { out, start, types } from './runnerHarness'

beforeEach(emptyDatabase)

const receipts = ({ asked }: { asked: string[] }) =>
  asked.filter((method) => method === 'eth_getTransactionReceipt').length

describe('a look at a chain', () => {
  test('asks nothing where nothing lives on it', async () => {
    const { chain, runner } = start()
    expect(await runner.look(31337)).toBe(false)
    await storeBatch({ chainId: 8453 })
    expect(await runner.look(31337)).toBe(false)
    expect(chain.asked).toEqual([])
  })

  test('tells if it wrote anything, of whichever batch', async () => {
    const { chain, runner, include, batch } = await out()
    const other = await storeBatch({ mode: 'one' })
    expect(await runner.look(31337)).toBe(false)
    include(keccak256(chain.sent[0] ?? '0x'))
    expect(await runner.look(31337)).toBe(true)
    expect((await types(batch)).at(-1)).toBe('included')
    expect(await types(other)).toEqual(['approved'])
  })

  test('leaves out other chains, whose batches another node knows', async () => {
    const { chain, runner, include } = await out()
    const far = await storeBatch({ mode: 'one', chainId: 8453, genesis: null })
    await append(far.key, [did.signed('far'), did.sent('far')], chain.now)
    include(keccak256(chain.sent[0] ?? '0x'))
    // The fake node throws where another chain is asked for.
    expect(await runner.look(31337)).toBe(true)
    expect((await types(far)).at(-1)).toBe('sent')
  })

  test('reads a receipt on an unchanged chain again only after two seconds', async () => {
    const { chain, runner, include } = await out()
    include(keccak256(chain.sent[0] ?? '0x'))
    await runner.look(31337)
    await runner.look(31337)
    const before = receipts(chain)
    chain.now += 1_999
    await runner.look(31337)
    expect(receipts(chain)).toBe(before)
    chain.now += 1
    await runner.look(31337)
    expect(receipts(chain)).toBe(before + 1)
  })

  test('reads a receipt again at once where the chain has moved on', async () => {
    const { chain, runner, include, batch } = await out()
    include(keccak256(chain.sent[0] ?? '0x'))
    await runner.look(31337)
    await runner.look(31337)
    chain.latest = 11
    expect(await runner.look(31337)).toBe(true)
    expect((await types(batch)).at(-1)).toBe('sealed')
  })

  test('reads what is in no block each time', async () => {
    const { chain, runner } = await out()
    await runner.look(31337)
    const before = receipts(chain)
    await runner.look(31337)
    expect(receipts(chain)).toBe(before + 1)
  })

  test('takes a chain for the same for half a minute, and no longer', async () => {
    const { chain, runner, batch } = await out()
    const began = chain.now
    chain.genesis = hashOf('another')
    chain.now = began + 29_999
    await runner.look(31337)
    expect((await stateOf(batch.key)).stopped).toBeUndefined()
    chain.now = began + 30_000
    expect(await runner.look(31337)).toBe(true)
    expect((await stateOf(batch.key)).stopped).toBe('reset')
  })

  test('goes on though the node does not show its newest block', async () => {
    const { chain, runner, batch } = await out()
    chain.answers.eth_getBlockByNumber = silence
    expect(await runner.look(31337)).toBe(false)
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('fails where the node is silent on a receipt', async () => {
    const { chain, runner } = await out()
    chain.answers.eth_getTransactionReceipt = silence
    await expect(runner.look(31337)).rejects.toMatchObject({ code: 4901 })
  })

  describe('of which one batch’s read fails', () => {
    /** Opens two batches; the node fails at once on the first, and `answer` says what it does on the second. */
    const two = async (answer: () => unknown) => {
      const place = await out()
      const other = await storeBatch({ mode: 'one', from: bob })
      const signed = did.signed('other', 0, { nonce: place.chain.count })
      await append(other.key, [signed, did.sent('other')], place.chain.now)
      place.chain.answers.eth_getTransactionReceipt = ([hash]: [Hash]) =>
        hash === hashOf('other') ? answer() : silence()
      return { ...place, other }
    }

    test('tells what it wrote of another', async () => {
      const { runner, other } = await two(() => receiptOf(hashOf('other'), { blockNumber: '0xb' }))
      expect(await runner.look(31337)).toBe(true)
      expect((await types(other)).at(-1)).toBe('included')
    })

    test('ends after all others have, and then fails', async () => {
      let answer: (found: null) => void = () => undefined
      const { runner } = await two(() => new Promise((resolve) => (answer = resolve)))
      const ended = vi.fn()
      const look = runner.look(31337).finally(ended)
      look.catch(() => undefined)
      await wait(30)
      expect(ended).not.toHaveBeenCalled()
      answer(null)
      await expect(look).rejects.toMatchObject({ code: 4901 })
    })
  })

  test('reads a chain less often while it rests, and at full pace once something is sent', async () => {
    const { chain, runner } = start()
    await storeBatch({ mode: 'one' })
    await runner.look(31337)
    chain.now += 12_000
    await runner.look(31337)
    expect(runner.pace(31337, 200)).toBe(1_500)
    await runner.advance()
    expect(runner.pace(31337, 200)).toBe(200)
    chain.now += 12_000
    expect(runner.pace(31337, 200)).toBe(1_500)
    chain.latest++
    await runner.look(31337)
    expect(runner.pace(31337, 200)).toBe(200)
  })
})

test('a transaction that no node has is sent again by a look, and that is not written down', async () => {
  const { chain, runner, batch } = await out()
  await runner.look(31337)
  expect(chain.sent).toHaveLength(1)
  chain.now += 2_000
  expect(await runner.look(31337)).toBe(false)
  expect(chain.sent).toHaveLength(2)
  expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
})

test('a transaction that was never sent is left to the next step, which writes it down', async () => {
  const place = start(openChain())
  const { chain, runner } = place
  const batch = await storeBatch({ mode: 'one' })
  chain.answers.eth_sendRawTransaction = silence
  await runner.advance()
  delete chain.answers.eth_sendRawTransaction
  chain.now += 2_000
  expect(await runner.look(31337)).toBe(false)
  expect(chain.sent).toEqual([])
  await runner.advance()
  expect(chain.sent).toHaveLength(1)
  expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
})
