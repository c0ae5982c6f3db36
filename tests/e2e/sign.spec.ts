import type { BrowserContext, Page } from '@playwright/test'
import { verifyMessage as ethersVerify, verifyTypedData as ethersVerifyTyped } from 'ethers'
import { createPublicClient, http, keccak256, stringToHex, toHex, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { delegation, executor } from '../../lib/delegate/executor.ts'
import { rpc } from '../chain/rpc.ts'
import { development } from '../chain/development.ts'
import { mail } from '../unit/sign/examples.ts'
import { alice, bob, keys, stranger } from '../unit/people.ts'
import { closed, countWindows, decided } from './approvals.ts'
import { ethersOn, viemOn } from './clients.ts'
import { request } from './dapp.ts'
import { expect, test } from './fixtures.ts'
import { approvalWindow, approve, reject, unlock } from './wallet.ts'

const { EIP712Domain: _, ...types } = mail.types
const domain = { ...mail.domain, chainId: 31337 } as const
const data = { types, primaryType: 'Mail', domain, message: mail.message } as const

/** Approves in the window what a client has asked for, and gives back what the client got. */
const signed = async <Result>(
  context: BrowserContext,
  answer: Promise<Result>,
  look: (window: Page) => Promise<unknown> = () => Promise.resolve(),
) => {
  const window = await approvalWindow(context)
  await look(window)
  await approve(window)
  const [given] = await Promise.all([answer, closed(window)])
  return given
}

test('viem and ethers sign messages and typed data, and both verify them', async ({
  wallet,
  connected,
}) => {
  const { context } = wallet
  const viem = viemOn(connected)
  const ethers = await ethersOn(connected).getSigner(alice)
  const message = 'Grüße, world\nsecond line'

  const first = await signed(context, viem.signMessage({ account: alice, message }), (window) =>
    expect(window.locator('main')).toContainText('Grüße, world'),
  )
  expect(await verifyMessage({ address: alice, message, signature: first })).toBe(true)
  expect(ethersVerify(message, first)).toBe(alice)
  expect(await signed(context, ethers.signMessage(message))).toBe(first)

  const typed = await signed(
    context,
    viem.signTypedData({ account: alice, ...data }),
    async (window) => {
      for (const text of ['Ether Mail', 'Local', stranger, 'Cow', 'Hello, Bob!'])
        await expect(window.locator('main')).toContainText(text)
    },
  )
  expect(ethersVerifyTyped(domain, types, mail.message, typed)).toBe(alice)
  expect(await signed(context, ethers.signTypedData(domain, types, mail.message))).toBe(typed)
})

test('the signatures of a delegated account hold on chain (ERC-1271)', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  await rpc(url, 'anvil_setCode', [alice, delegation(executor)])
  const viem = viemOn(connected)
  const node = createPublicClient({ transport: http(url) })
  const isValid = async (hash: `0x${string}`, signature: `0x${string}`) =>
    (await node.readContract({
      abi: [
        {
          ...{ type: 'function', name: 'isValidSignature', stateMutability: 'view' },
          inputs: [{ type: 'bytes32' }, { type: 'bytes' }],
          outputs: [{ type: 'bytes4' }],
        },
      ] as const,
      ...{ address: alice, functionName: 'isValidSignature', args: [hash, signature] },
    })) === '0x1626ba7e'

  const signature = await signed(wallet.context, viem.signTypedData({ account: alice, ...data }))
  expect(await node.verifyTypedData({ address: alice, ...data, signature })).toBe(true)
  const { hashTypedData, hashMessage } = await import('viem')
  expect(await isValid(hashTypedData(data), signature)).toBe(true)
  const text = await signed(wallet.context, viem.signMessage({ account: alice, message: 'hi' }))
  expect(await isValid(hashMessage('hi'), text)).toBe(true)
  expect(await isValid(hashMessage('other'), text)).toBe(false)

  // Its 32 bytes are not: the node is asked while the window is open, and then nobody is asked again.
  const hash = keccak256('0x01')
  const windows = countWindows(wallet.context)
  const refused = decided(
    wallet.context,
    request(connected, 'personal_sign', [hash, alice]),
    async (window) => {
      await expect(window.getByRole('heading', { name: 'Not possible' })).toBeVisible()
      await window.getByRole('button', { name: 'Close' }).click()
    },
  )
  expect((await refused).error).toMatchObject({ code: -32602 })
  expect(await request(connected, 'personal_sign', [hash, alice])).toMatchObject({
    error: { code: -32602, message: expect.stringContaining('use wallet_sendCalls') as unknown },
  })
  expect(windows()).toBe(1)
})

test('a locked wallet asks for the password first, and a refusal is 4001', async ({
  wallet,
  connected,
}) => {
  const home = await wallet.popup()
  await home.getByRole('button', { name: 'Lock', exact: true }).click()
  await home.getByRole('button', { name: 'Unlock' }).waitFor()
  const viem = viemOn(connected)
  const signature = await signed(
    wallet.context,
    viem.signMessage({ account: alice, message: 'hello' }),
    (window) => unlock(window, development.password),
  )
  expect(ethersVerify('hello', signature)).toBe(alice)
  const refused = viem
    .signMessage({ account: alice, message: 'hello' })
    .catch((error: unknown) => error)
  await reject(await approvalWindow(wallet.context))
  expect(await refused).toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
})

test('a sign-in for this site is one; for another it is a warning before it is a button', async ({
  wallet,
  connected,
}) => {
  const { origin, host } = new URL(connected.url())
  const siwe = (change: object) =>
    createSiweMessage({
      ...{ domain: host, address: alice, uri: `${origin}/`, version: '1', chainId: 31337 },
      ...{ nonce: 'abcdefgh12', issuedAt: new Date(), statement: 'Hello!', ...change },
    })
  const ask = (message: string) =>
    request(connected, 'personal_sign', [stringToHex(message), alice])

  await decided(wallet.context, ask(siwe({})), async (window) => {
    await expect(window.getByRole('heading', { level: 1 })).toContainText('asks you to sign in')
    await expect(window.getByRole('alert')).toHaveCount(0)
    await approve(window)
  })
  const bad = siwe({
    domain: 'bank.example',
    uri: 'https://bank.example/',
    address: bob,
    chainId: 8453,
  })
  const answer = await decided(wallet.context, ask(bad), async (window) => {
    const alert = window.getByRole('alert')
    for (const words of [host, 'bank.example', 'another account', 'Base'])
      await expect(alert).toContainText(words)
    await reject(window)
  })
  expect(answer.error).toMatchObject({ code: 4001 })
  await decided(wallet.context, ask(siwe({}).replace('Nonce', 'None')), async (window) => {
    await expect(window.getByRole('alert')).toContainText('looks like a sign-in')
    await reject(window)
  })
})

test('a permit is shown as the approval it is', async ({ chains, wallet, connected }) => {
  const permit = {
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: { ...domain, verifyingContract: chains.local.contracts.usdc },
    message: {
      ...{ owner: alice, spender: stranger, value: 2n ** 256n - 1n },
      ...{ nonce: 0n, deadline: 4_102_444_800n },
    },
  } as const
  const viem = viemOn(connected)
  const answer = viem.signTypedData({ account: alice, ...permit })
  const signature = await signed(wallet.context, answer, async (window) => {
    const list = window.getByRole('list', { name: 'What others may take from the account' })
    for (const text of ['unlimited lUSDC', stranger, '2100']) await expect(list).toContainText(text)
  })
  const { types: of, domain: on, message } = permit
  expect(ethersVerifyTyped(on, { Permit: [...of.Permit] }, message, signature)).toBe(alice)
})

test('what a page writes stays text, however long and odd', async ({ wallet, connected }) => {
  const odd = '<img src=x onerror=alert(1)>\u202egnp.exe\u0000'
  const long = odd + 'W'.repeat(1_000_000)
  const shown = async (window: Page) => {
    const main = window.locator('main')
    await expect(main).toContainText('<img src=x onerror=alert(1)>\\u{202e}gnp.exe\\u{0}')
    await expect(main.locator('img')).toHaveCount(0)
    const { scrollWidth, clientWidth } = await window.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)
    await window.getByRole('button', { name: /^Show all 1,000,0\d\d characters$/ }).click()
    await expect(window.getByRole('button', { name: 'Reject' })).toBeInViewport()
    await expect(window.getByRole('button', { name: 'Approve' })).toBeInViewport()
    await reject(window)
  }
  await decided(wallet.context, request(connected, 'personal_sign', [long, alice]), shown)
  const typed = {
    ...data,
    types: mail.types,
    message: { ...mail.message, contents: long },
  }
  await decided(wallet.context, request(connected, 'eth_signTypedData_v4', [alice, typed]), shown)
})

test('data for another account of the user’s can only be rejected, and without a network it warns', async ({
  wallet,
  connected,
}) => {
  const forBob = { ...data, types: mail.types, domain: { ...domain, verifyingContract: bob } }
  await decided(
    wallet.context,
    request(connected, 'eth_signTypedData_v4', [alice, forBob]),
    async (window) => {
      await expect(window.getByRole('alert')).toContainText('another account of yours')
      await expect(window.getByRole('button', { name: 'Approve' })).toBeHidden()
      await reject(window)
    },
  )
  const unbound = {
    ...data,
    types: { ...types, EIP712Domain: mail.types.EIP712Domain.slice(0, 2) },
  }
  await decided(
    wallet.context,
    request(connected, 'eth_signTypedData_v4', [alice, unbound]),
    async (window) => {
      await expect(window.getByRole('alert')).toContainText('names no network')
      await approve(window)
    },
  )
})

test('bytes signed elsewhere reach the chain, again too', async ({ chains, connected }) => {
  const { url } = chains.local
  const raw = await privateKeyToAccount(keys[bob]!).signTransaction({
    ...{ type: 'eip1559', chainId: 31337, to: stranger, value: 1n, gas: 21_000n },
    nonce: Number(await rpc(url, 'eth_getTransactionCount', [bob, 'latest'])),
    ...{ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n },
  })
  const answer = { result: keccak256(raw) }
  expect(await request(connected, 'eth_sendRawTransaction', [raw])).toEqual(answer)
  await expect
    .poll(() => rpc(url, 'eth_getTransactionReceipt', [keccak256(raw)]))
    .toMatchObject({ status: toHex(1) })
  expect(await request(connected, 'eth_sendRawTransaction', [raw])).toEqual(answer)
})
