import { beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../database'
import { open } from './filterWallet'

beforeEach(emptyDatabase)

test.each<[string, unknown, string]>([
  ['no criteria', [], 'params[0] '],
  ['an address that is none', [{ address: '0x1' }], 'address must be an address'],
  ['five topics', [{ topics: [null, null, null, null, null] }], 'topics must be a list of up to 4'],
  ['a topic that is none', [{ topics: ['0x1'] }], 'topics[0] must be a hash'],
  ['a block that is none', [{ fromBlock: 'soon' }], 'fromBlock must be a hex quantity'],
  [
    'one block',
    [{ blockHash: `0x${'d'.repeat(64)}` }],
    'blockHash must be absent: ask eth_getLogs',
  ],
])('criteria that are wrong are refused by name: %s', async (_, params, message) => {
  const { send } = open()
  const { error } = await send('eth_newFilter', params)
  expect(error?.code).toBe(-32602)
  expect(error?.message).toContain(message)
})
