import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TypedDataEncoder } from 'ethers'
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { calldataDigest } from '../../../lib/sign/digests.ts'
import { alice, bob } from '../../unit/accounts.ts'
import { dataOf } from '../../unit/sign/typedDataSamples.ts'
import { decided, openConnected, reject, yes } from '../support/walletPages.ts'
import { request, sendCalls } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

/** Aave's pool on Base, and a Safe's singleton there, whose publishers described them. */
const pool = '0xa238dd80c259a72e81d7e4664a9801593f98d1c5'
const safe = '0xd9db270c1b5e3bd161e8c8503c55ceabee709552'

const supply = encodeFunctionData({
  abi: parseAbi([
    'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  ]),
  args: [pool, 1_500_000n, bob, 0],
})

/** Stands in the registry of descriptors, and nowhere else. */
const { source } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../lib/decode/descriptors/registry.json'), 'utf8'),
) as { source: string }

/** Path of the one script that holds the registry of descriptors. */
const chunkIn = (extension: string) => {
  const scripts = readdirSync(extension, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .filter((file) => readFileSync(join(extension, file), 'utf8').includes(source))
  expect(scripts).toHaveLength(1)
  return `/${scripts[0]}`
}

test('a call of a known contract is told in the words of its publisher, quoted, with its digest; they are loaded then and not before', async ({
  chains,
  wallet,
  dapp,
  extension,
}) => {
  const chunk = chunkIn(extension)
  const loaded: string[] = []
  wallet.context.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const loads = () => loaded.filter((path) => path === chunk).length
  const page = await openConnected(wallet, dapp.url, 'Base')

  const pays = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 1n] })
  const plain = sendCalls(page, {
    chainId: '0x2105',
    atomicRequired: false,
    calls: [
      { to: bob, value: '0x1' },
      { to: chains.base.contracts.usdc, data: pays },
    ],
  })
  await decided(wallet.context, plain, async (window) => {
    // Words of publishers, if there were any, must have been on the screen before.
    await expect(yes(window)).toBeEnabled()
    expect(loads()).toBe(0)
    await reject(window)
  })

  const sent = sendCalls(page, {
    chainId: '0x2105',
    atomicRequired: false,
    calls: [{ to: pool, data: supply }],
  })
  const { error } = await decided(wallet.context, sent, async (window) => {
    await window.getByRole('button', { name: '“Supply”' }).click()
    for (const words of [
      'Collateral recipient',
      'They leave out: referralCode',
      'Words of Aave DAO',
    ])
      await expect(window.getByText(words)).toBeVisible()
    await expect.poll(loads).toBe(1)
    await expect(window.getByText('Calldata Digest')).toBeHidden()
    await window.getByRole('button', { name: 'Compare digests' }).click()
    await expect(window.getByText('Calldata Digest')).toBeVisible()
    await expect(window.locator('dd', { hasText: calldataDigest(supply) })).toBeVisible()
    await reject(window)
  })
  expect(error).toMatchObject({ code: 4001 })
})

test('typed data of a known contract are told likewise; with a field more they are not @long', async ({
  wallet,
  dapp,
}) => {
  const page = await openConnected(wallet, dapp.url, 'Base')
  const fields = { delegateAddress: 'address', totp: 'uint256' }
  const domain = {
    name: 'Ledger Multisig',
    version: '1.0.0',
    chainId: 8453,
    verifyingContract: safe,
  }
  const given = { delegateAddress: bob, totp: '1' }
  const data = dataOf('AddProposer', fields, given, domain)
  const AddProposer = Object.entries(fields).map(([name, type]) => ({ name, type }))
  const digest = TypedDataEncoder.hash(domain, { AddProposer }, given)
  await decided(
    wallet.context,
    request(page, 'eth_signTypedData_v4', [alice, JSON.stringify(data)]),
    async (window) => {
      await expect(window.getByText('Words of Ledger Multisig')).toBeVisible()
      // Nobody's words take a doubt away.
      await expect(yes(window)).toHaveText('Approve anyway')
      await window.getByRole('button', { name: 'Compare digests' }).click()
      await expect(window.locator('dd', { hasText: digest })).toBeVisible()
      for (const name of ['EIP-712 Digest', 'Domain Hash', 'Message Hash'])
        await expect(window.getByText(name, { exact: true })).toBeVisible()
      await reject(window)
    },
  )
  const longer = dataOf('AddProposer', { ...fields, all: 'bool' }, { ...given, all: true }, domain)
  await decided(
    wallet.context,
    request(page, 'eth_signTypedData_v4', [alice, JSON.stringify(longer)]),
    async (window) => {
      await expect(window.getByText('delegateAddress')).toBeVisible()
      await expect(window.getByText('Words of')).toBeHidden()
      await reject(window)
    },
  )
})
