import { keccak256, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { askNode } from '@/lib/network/node'
import { emptyDatabase } from '../database'
import { fakeNode, nodeError } from '../network/fakeNode'
import { other } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()
const raw: Hex = '0x02c0ff'
const hash = keccak256(raw)
const silence = () => {
  throw new Error('no answer')
}

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
  wallet.node.mockImplementation(askNode)
})

const send = (params: unknown = [raw]) => wallet.send('eth_sendRawTransaction', params)

test('the bytes go as they are to the node of the site’s network, and nobody is asked', async () => {
  await connectSite(other, undefined, 84532)
  const { asked } = fakeNode({ eth_sendRawTransaction: () => hash })
  expect(await send()).toEqual({ result: hash })
  await wallet.send('eth_sendRawTransaction', [raw], { origin: other })
  const [first, second] = asked
  expect(first?.params).toEqual([raw])
  expect(first?.url).not.toBe(second?.url)
  expect(await journal.approvals.count()).toBe(0)
})

describe('when the node refuses', () => {
  const known = nodeError(-32000, 'already known')
  const refuse = () => {
    throw known
  }

  test('what it has already, as after a stopped worker, the hash is the answer', async () => {
    fakeNode({ eth_sendRawTransaction: refuse, eth_getTransactionByHash: () => ({ hash }) })
    expect(await send()).toEqual({ result: hash })
  })

  test('what it has not, its error is', async () => {
    const error = { code: -32000, message: 'already known' }
    fakeNode({ eth_sendRawTransaction: refuse, eth_getTransactionByHash: () => null })
    expect(await send()).toEqual({ error })
    fakeNode({ eth_sendRawTransaction: refuse, eth_getTransactionByHash: silence })
    expect(await send()).toEqual({ error })
  })

  test('to answer, that is 4901 and nothing more is asked', async () => {
    const { asked } = fakeNode({ eth_sendRawTransaction: silence })
    expect(await send()).toMatchObject({ error: { code: 4901 } })
    expect(asked).toHaveLength(1)
  })
})

test.each([[[]], [['0x1']], [[5]], [{}]])('%j is no transaction: -32602', async (params) => {
  expect(await send(params)).toMatchObject({ error: { code: -32602 } })
})

test.each(['eth_sign', 'eth_signTransaction', 'eth_decrypt', 'eth_getEncryptionPublicKey'])(
  '%s, which would sign or read what nobody can judge, is not there',
  async (method) => {
    expect(await wallet.send(method, [])).toEqual({
      error: { code: 4200, message: `The wallet does not support the method: ${method}` },
    })
  },
)
