import { isHex, keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()

beforeEach(async () => {
  wallet.lock.isLocked = false
  await emptyDatabase()
  await connectSite(dapp, [bob, alice])
})

describe('eth_coinbase', () => {
  test('is the active account', async () => {
    expect(await wallet.send('eth_coinbase', [])).toEqual({ result: bob })
  })

  test('is null while the wallet is locked, and for another site', async () => {
    expect(await wallet.send('eth_coinbase', [], { origin: other })).toEqual({ result: null })
    wallet.lock.isLocked = true
    expect(await wallet.send('eth_coinbase', [])).toEqual({ result: null })
  })
})

test('net_version is the chain ID in decimals', async () => {
  expect(await wallet.send('net_version', [])).toEqual({ result: '8453' })
})

test('web3_clientVersion names the wallet, not the node', async () => {
  expect(await wallet.send('web3_clientVersion', [])).toEqual({ result: 'Volley/1.2.3' })
  expect(wallet.node).not.toHaveBeenCalled()
})

describe('web3_sha3', () => {
  test('hashes bytes', async () => {
    expect(await wallet.send('web3_sha3', ['0x68656c6c6f'])).toEqual({
      result: keccak256('0x68656c6c6f'),
    })
  })

  test.each([[['hello']], [[]], [['0x123']]])('refuses what is no bytes: %j', async (params) => {
    expect(await wallet.send('web3_sha3', params)).toMatchObject({ error: { code: -32602 } })
  })
})

describe('personal_ecRecover', () => {
  const signer = privateKeyToAccount(`0x${'2'.repeat(64)}`)

  test.each(['hello', '0x68656c6c6f', 'Grüße', '0x123', ''])(
    'names who signed a message, as personal_sign reads it: %j',
    async (text) => {
      const raw = isHex(text) && text.length % 2 === 0 ? text : stringToHex(text)
      const signature = await signer.signMessage({ message: { raw } })
      expect(await wallet.send('personal_ecRecover', [text, signature])).toEqual({
        result: signer.address.toLowerCase(),
      })
      expect(wallet.node).not.toHaveBeenCalled()
    },
  )

  test('names another one for another message', async () => {
    const signature = await signer.signMessage({ message: 'hello' })
    const { result } = await wallet.send('personal_ecRecover', ['hullo', signature])
    expect(result).not.toBe(signer.address.toLowerCase())
  })

  test.each([
    [[]],
    [['hello']],
    [['hello', '0x12']],
    [['hello', `0x${'00'.repeat(65)}`]],
    [[7, `0x${'00'.repeat(65)}`]],
  ])('refuses what is no signature: %j', async (params) => {
    expect(await wallet.send('personal_ecRecover', params)).toMatchObject({
      error: { code: -32602 },
    })
  })
})
