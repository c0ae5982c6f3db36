import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { keccak256 } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '@/components/batches/Refusal'
import { eventsOf, stateOf } from '@/lib/batch/journal'
import { toError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { silence } from './fakeChain'
import { codeOf, out, priceOn, speedUp, types } from './runnerHarness'

beforeEach(emptyDatabase)

const refuse = (message: string) => () => {
  throw toError({ code: -32000, message })
}
const underpriced = refuse('transaction underpriced')
const unfunded = refuse('insufficient funds for gas * price + value')

/** A batch that is sent, and a node that a test has answer each later broadcast. */
const evicted = async () => {
  const place = await out()
  const { chain, runner, batch } = place
  return {
    ...place,
    /** Sends it again, a minute later each time, and returns what was written of that. */
    again: async (answer: () => unknown, times = 1): Promise<string[]> => {
      const before = (await types(batch)).length
      chain.answers.eth_sendRawTransaction = answer
      for (let time = 0; time < times; time++) {
        chain.now += 60_000
        await runner.look(31337)
        await runner.advance()
      }
      return (await types(batch)).slice(before)
    },
    /** The words on the page. */
    said: async (): Promise<string> =>
      renderToStaticMarkup(createElement(Refusal, { state: await stateOf(batch.key) })),
  }
}

describe('a transaction that a node has dropped and takes no more', () => {
  test('says on its page for what the node refuses it, and stays pending to its site', async () => {
    const { again, said, batch, runner } = await evicted()
    expect(await again(underpriced)).toEqual(['refused'])
    expect(await said()).toContain('Speed it up, or wait')
    expect(await said()).toContain('transaction underpriced')
    expect(await codeOf(batch)).toBe(100)
    expect((await stateOf(batch.key)).transactions).toMatchObject([{ sent: true, refused: 'fee' }])
    expect(await priceOn(runner, batch.key, 'same')).toHaveProperty('ceiling')
  })

  test('has each kind of refusal written once, however often it is sent', async () => {
    const { again, said, chain } = await evicted()
    expect(await again(underpriced, 30)).toEqual(['refused'])
    expect(await again(refuse('fee too low'), 30)).toEqual([])
    expect(await again(unfunded, 30)).toEqual(['refused'])
    expect(await said()).toContain('Add funds, or cancel')
    expect(chain.signatures).toBe(1)
  })

  test.each<[string, () => unknown]>([
    ['is taken', () => '0x'],
    ['is known to the node', refuse('already known')],
  ])('is refused no more once it %s, which is written once', async (_, answer) => {
    const { again, said } = await evicted()
    await again(underpriced)
    expect(await again(answer, 5)).toEqual(['sent'])
    expect(await said()).toBe('')
  })

  test('is refused no more once a block has it, also where that block is lost again', async () => {
    const { again, said, chain, batch, runner, include, drop } = await evicted()
    await again(underpriced)
    const hash = keccak256(chain.sent[0] ?? '0x')
    include(hash)
    await runner.look(31337)
    expect(await said()).toBe('')
    drop(hash)
    chain.answers.eth_sendRawTransaction = silence
    await runner.look(31337)
    expect((await types(batch)).slice(-2)).toEqual(['included', 'moved'])
    expect(await said()).toBe('')
  })

  test('is refused no more once a dearer one has taken its place', async () => {
    const { again, said, runner, batch, chain } = await evicted()
    await again(underpriced)
    chain.answers.eth_sendRawTransaction = () => '0x'
    expect(await speedUp(runner, batch.key)).toBe('done')
    expect(await said()).toBe('')
  })
})

test.each<[string, () => unknown]>([
  ['takes it again', () => '0x'],
  ['knows it already', refuse('already known')],
  ['is silent', silence],
])('nothing is written of a node that %s', async (_, answer) => {
  const { again } = await evicted()
  expect(await again(answer, 10)).toEqual([])
})

test('nodes behind one address that never agree write only so much', async () => {
  const { again, batch } = await evicted()
  const answers = [underpriced, () => '0x', unfunded]
  let turn = 0
  await again(() => answers[turn++ % answers.length]?.(), 300)
  const refusals = (await eventsOf(batch.key)).filter(({ type }) => type === 'refused')
  expect(refusals).toHaveLength(20)
  expect(await types(batch)).not.toHaveLength(300)
})
