import { beforeEach, describe, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()
const fetched = vi.fn(() => Promise.reject(new TypeError('no answer')))

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
})

const good = {
  chainId: '0x309',
  chainName: 'Own Net',
  nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
  rpcUrls: ['https://node.example/KEY'],
  iconUrls: ['https://icons.example/own.svg'],
}

describe('what is refused with -32602 and the name of the field', () => {
  test.each<[string, object]>([
    ['chainId', { chainId: '0x0309' }],
    ['chainId', { chainId: 777 }],
    ['chainId', { chainId: '0x0' }],
    ['chainId', { chainId: '0x20000000000000' }],
    ['chainName', { chainName: '' }],
    ['chainName', { chainName: 'B\u0430se' }],
    ['chainName', { chainName: 'Net\u202e' }],
    ['chainName', { chainName: ' Net' }],
    ['chainName', { chainName: 'N'.repeat(51) }],
    ['chainName', { chainName: undefined }],
    ['nativeCurrency', { nativeCurrency: undefined }],
    ['nativeCurrency.name', { nativeCurrency: { symbol: 'OWN', decimals: 18 } }],
    ['nativeCurrency.symbol', { nativeCurrency: { name: 'Own', symbol: 'O N', decimals: 18 } }],
    ['nativeCurrency.symbol', { nativeCurrency: { name: 'Own', decimals: 18 } }],
    ['nativeCurrency.decimals', { nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 6 } }],
    ['nativeCurrency.decimals', { nativeCurrency: { name: 'Own', symbol: 'OWN' } }],
    ['rpcUrls', { rpcUrls: [] }],
    ['rpcUrls', { rpcUrls: undefined }],
    ['rpcUrls', { rpcUrls: Array.from({ length: 11 }, () => 'https://node.example') }],
    ['rpcUrls[0]', { rpcUrls: ['http://node.example'] }],
    ['rpcUrls[0]', { rpcUrls: ['file:///etc/passwd'] }],
    ['rpcUrls[1]', { rpcUrls: ['https://node.example', 'https://name:word@node.example'] }],
    ['rpcUrls[0]', { rpcUrls: [`https://node.example/${'x'.repeat(2048)}`] }],
    ['blockExplorerUrls[0]', { blockExplorerUrls: ['http://scan.example'] }],
    ['blockExplorerUrls[0]', { blockExplorerUrls: ['javascript:alert(1)'] }],
  ])('%s: %j', async (field, change) => {
    const answer = await wallet.send('wallet_addEthereumChain', [{ ...good, ...change }])
    expect(answer).toMatchObject({
      error: {
        code: -32602,
        message: expect.stringContaining(
          `The wallet cannot parse the request: ${field} `,
        ) as string,
      },
    })
    expect(await journal.approvals.count()).toBe(0)
    expect(fetched).not.toHaveBeenCalled()
  })
})

test('icons are not even kept', async () => {
  const { row } = await wallet.ask('wallet_addEthereumChain', [good])
  expect(JSON.stringify(row.params)).not.toContain('icons')
  expect(fetched).not.toHaveBeenCalled()
})
