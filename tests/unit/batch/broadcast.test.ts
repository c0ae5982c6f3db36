import { expect, test } from 'vitest'
import { broadcast } from '@/lib/batch/broadcast'
import { rpcError, toError } from '@/lib/rpc/errors'
import { hashOf, makeBatch } from './batches'
import { openChain } from './fakeChain'

const hash = hashOf('transaction')
const sent = [{ type: 'sent', hash }]
const refused = (reason: string, text: string) => [{ type: 'refused', hash, reason, text }]

const answerTo = (answer: () => unknown, before?: string) => {
  const { chain, world } = openChain()
  chain.answers = { eth_sendRawTransaction: answer }
  const transaction = { hash, raw: '0x02' as const, ...(before ? { refused: before } : {}) }
  return broadcast(world, makeBatch(), transaction)
}

const failing = (error: unknown) => () => {
  throw error
}
const node = (message: string, code = -32000) => failing(toError({ code, message }))

test('what is sent are the signed bytes, and nothing else', async () => {
  const { chain, world } = openChain()
  expect(await broadcast(world, makeBatch(), { hash, raw: '0x02abcd' })).toEqual(sent)
  expect(chain.sent).toEqual(['0x02abcd'])
  expect(chain.asked).toEqual(['eth_sendRawTransaction'])
})

test.each([
  'already known',
  'Already Known',
  'known transaction: 0x12',
  'ALREADY_EXISTS: already known',
  'transaction already imported',
  'nonce too low: next nonce 7, tx nonce 5',
  'nonce too low',
  'Nonce is too low',
])('a node that has it already took it: %s', async (message) => {
  expect(await answerTo(node(message))).toEqual(sent)
})

test.each([
  ['insufficient funds for gas * price + value', 'funds'],
  ['replacement transaction underpriced', 'fee'],
  ['max fee per gas less than block base fee', 'fee'],
  ['in-flight transaction limit reached for delegated accounts', 'busy'],
  ['gapped-nonce tx from delegated accounts', 'busy'],
  ['authority already reserved', 'busy'],
  ['intrinsic gas too low', 'unfit'],
  ['nonce too high', 'node'],
])('a refusal is kept with its kind and the node’s words: %s', async (message, reason) => {
  expect(await answerTo(node(message))).toEqual(refused(reason, message))
})

test('what is kept of the node’s words has no URL and no key, and an end', async () => {
  const message = `no: https://x.y/0123456789abcdef0123456789abcdef ${'word '.repeat(500)}`
  const [event] = await answerTo(node(message))
  expect(event).toMatchObject({ text: expect.stringMatching(/^no: … word word/) as string })
  expect(JSON.stringify(event)).not.toMatch(/x\.y|0123/)
  expect((event as { text: string }).text).toHaveLength(200)
})

test('the same refusal again is nothing new, another one is', async () => {
  expect(await answerTo(node('underpriced'), 'fee')).toEqual([])
  expect(await answerTo(node('insufficient funds'), 'fee')).toEqual(
    refused('funds', 'insufficient funds'),
  )
})

test('Besu’s limit of gas is a refusal, although it has the code of a rate limit', async () => {
  const message = 'Transaction gas limit exceeds block gas limit'
  expect(await answerTo(node(message, -32005))).toEqual(refused('unfit', message))
})

test.each<[string, () => unknown]>([
  ['silent', failing(rpcError('chainDisconnected', 'the node of Base did not answer'))],
  ['asking to slow down', failing(rpcError('limitExceeded'))],
  ['out of reach in a way nobody foresaw', failing(new TypeError('Failed to fetch'))],
])('a node that is %s may have it or not', async (_, answer) => {
  expect(await answerTo(answer)).toEqual([])
})
