import { beforeAll, describe, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { askForSite } from '@/lib/network/node'
import { loadNetworks } from '@/lib/network/urls'
import { emptyDatabase } from '../database'
import { dapp } from '../accounts'
import { fakeNode, nodeError } from '../network/fakeNode'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const chainId = 780
const key = '0123456789abcdef0123456789abcdef'
const url = `https://base.example/v2/${key}`
const wallet = openWallet()

beforeAll(async () => {
  await emptyDatabase()
  const custom = { name: 'Own', symbol: 'OWN', decimals: 18, opStack: false, genesis: null }
  await journal.networks.put({ chainId, urls: [url], custom })
  await loadNetworks()
  await connectSite(dapp, undefined, chainId)
  wallet.node.mockImplementation((...asked) => askForSite(...asked))
})

/** The error a page gets when the node answers `eth_call` with one. */
const told = async (code: number, message: string, data?: unknown) => {
  fakeNode({
    eth_chainId: () => `0x${chainId.toString(16)}`,
    eth_call: () => {
      throw nodeError(code, message, data)
    },
  })
  const { error } = await wallet.send('eth_call', [])
  vi.unstubAllGlobals()
  return error
}

describe('a page learns neither the URL nor the key of a node that writes them into', () => {
  test.each<[string, string, unknown?]>([
    ['its message', `POST ${url}: 502`],
    ['a message without the scheme', `dial tcp base.example:443/v2/${key}`],
    ['a message with the key alone', `project ID ${key} is over`],
    ['a message so long that the key stands at its cut', `${url}/${'a'.repeat(925)} ${key}`],
    ['data of a text', 'failed', `POST ${url}: 502`],
    ['data of an object', 'failed', { see: url, request: { body: key } }],
    ['data beside a revert', 'execution reverted', { see: url, data: '0x08c379a0' }],
    ['data before a revert', 'execution reverted', `${url} 0x08c379a0`],
  ])('%s', async (_, message, data) => {
    const text = JSON.stringify(await told(-32000, message, data))
    expect(text).not.toContain('base.example')
    for (let at = 0; at + 8 <= key.length; at++) expect(text).not.toContain(key.slice(at, at + 8))
  })
})

describe('what a node writes stays short and on one line', () => {
  test('in a message of 1 MB', async () => {
    const error = await told(-32000, 'word '.repeat(200_000))
    expect(error?.message).toHaveLength(200)
  })

  test('in data of 1 MB', async () => {
    expect(await told(-32000, 'failed', 'word '.repeat(200_000))).toEqual({
      code: -32000,
      message: 'failed',
    })
  })

  test('without control, bidirectional or invisible characters', async () => {
    const error = await told(-32000, 'a\u0000b\u202ec\u2066d\u200be\u001b[2Jf\r\n\u2028g\ufeff')
    expect(error?.message).toBe('a b c d e [2Jf g')
  })

  test('without half a character at its end', async () => {
    const message = (await told(-32000, `a${'😀'.repeat(200)}`))?.message ?? ''
    expect(message.isWellFormed()).toBe(true)
    expect(message.length).toBeLessThanOrEqual(200)
  })

  test('and says so where nothing is left', async () => {
    expect(await told(-32000, '\u200b\u202e')).toEqual({
      code: -32000,
      message: 'The node gave no reason',
    })
  })
})

describe('a revert is handed on with its data', () => {
  const revert = `0x08c379a0${'00'.repeat(100_000)}`
  test.each<[string, number, unknown, unknown]>([
    ['of code 3', 3, revert, revert],
    ['of another code', -32000, revert, revert],
    ['that are empty', 3, '0x', '0x'],
    ['one level below, as Hardhat has them', -32603, { data: revert }, { data: revert }],
    ['at the end of a text, as OpenEthereum has them', -32015, `Reverted ${revert}`, revert],
  ])('%s', async (_, code, data, kept) => {
    expect(await told(code, 'execution reverted: ERC20: too little', data)).toEqual({
      code,
      message: 'execution reverted: ERC20: too little',
      data: kept,
    })
  })
})
