import type { Page } from '@playwright/test'
import { verifyTypedData as ethersVerifyTyped } from 'ethers'
import { stringToHex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { alice, bob, stranger } from '../../unit/accounts.ts'
import { mail } from '../../unit/sign/typedDataSamples.ts'
import { decided, approve, mayClose, reject, yes } from '../support/walletPages.ts'
import { signed, viemOn } from '../support/clients.ts'
import { violationsOn } from '../support/accessibility.ts'
import { request } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const { EIP712Domain: _, ...types } = mail.types
const domain = { ...mail.domain, chainId: 31337 } as const
const data = { types, primaryType: 'Mail', domain, message: mail.message } as const

test('a sign-in for this site is one; for another it is a warning before it is a button', async ({
  wallet,
  connected,
}) => {
  const { origin, host } = new URL(connected.url())
  const siwe = (change: object) =>
    createSiweMessage({
      domain: host,
      address: alice,
      uri: `${origin}/`,
      version: '1',
      chainId: 31337,
      nonce: 'abcdefgh12',
      issuedAt: new Date(),
      statement: 'Hello!',
      ...change,
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

  const typed = await decided(wallet.context, ask(bad), async (window) => {
    const button = window.getByRole('button', { name: 'Approve anyway' })
    const word = window.getByRole('textbox', { name: 'Type bank.example to approve' })
    await word.fill(host)
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await window.keyboard.press('Enter')
    await expect(window.getByText('act as you on bank.example')).toBeVisible()
    expect(await violationsOn(window)).toEqual([])
    await word.fill(' Bank.Example')
    await mayClose(window, () => button.click())
  })
  expect(typed.result).toMatch(/^0x/)

  await decided(wallet.context, ask(siwe({}).replace('Nonce', 'None')), async (window) => {
    await expect(window.getByRole('alert')).toContainText('looks like a sign-in')
    await window.getByRole('button', { name: 'Approve anyway' }).click()
    await expect(window.getByText('which site you would sign in to')).toBeVisible()
    await expect(window.getByRole('button', { name: 'Approve a malformed sign-in' })).toBeVisible()
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
      owner: alice,
      spender: stranger,
      value: 2n ** 256n - 1n,
      nonce: 0n,
      deadline: 4_102_444_800n,
    },
  } as const
  const viem = viemOn(connected)
  const answer = viem.signTypedData({ account: alice, ...permit })
  const signature = await signed(wallet.context, answer, async (window) => {
    const list = window.getByRole('list', { name: 'What the signature does' })
    for (const text of ['unlimited lUSDC', stranger]) await expect(list).toContainText(text)
    await expect(window.locator('main')).toContainText('2100')
    await expect(window.getByText('Simulated: if used now, 10,000 lUSDC leaves')).toBeVisible()
  })
  const { types: of, domain: on, message } = permit
  expect(ethersVerifyTyped(on, { Permit: [...of.Permit] }, message, signature)).toBe(alice)
})

test('the witness of a Permit2 transfer is never its headline', async ({
  chains,
  wallet,
  connected,
}) => {
  const usdc = chains.local.contracts.usdc
  const fields = (...names: string[]) =>
    names.map((field) => {
      const [type = '', name = ''] = field.split(' ')
      return { name, type }
    })
  const spoof = {
    types: {
      EIP712Domain: fields('string name', 'uint256 chainId', 'address verifyingContract'),
      TokenPermissions: fields('address token', 'uint256 amount'),
      D: fields('address token', 'uint256 amount', 'uint256 expiration'),
      PermitWitnessTransferFrom: fields(
        'TokenPermissions permitted',
        'address spender',
        'uint256 nonce',
        'uint256 deadline',
        'D details',
      ),
    },
    primaryType: 'PermitWitnessTransferFrom',
    domain: {
      name: 'Permit2',
      chainId: 31337,
      verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    },
    message: {
      permitted: { token: usdc, amount: '250000000000' },
      spender: stranger,
      nonce: 1,
      deadline: Math.floor(Date.now() / 1000) + 3_600,
      details: { token: bob, amount: '1', expiration: 1 },
    },
  }
  await decided(
    wallet.context,
    request(connected, 'eth_signTypedData_v4', [alice, spoof]),
    async (window) => {
      const list = window.getByRole('list', { name: 'What the signature does' })
      await expect(list).toContainText('250,000 lUSDC')
      await expect(list).not.toContainText(bob)
      await expect(window.locator('main')).toContainText('D details')
      const warning = 'An address you never named could then take what this allows.'
      await expect(window.getByText(warning)).toBeVisible()
      await reject(window)
    },
  )
})

test('a transfer by signature (ERC-3009) is shown as the transfer it is @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const type = [
    ['address', 'from'],
    ['address', 'to'],
    ['uint256', 'value'],
    ['uint256', 'validAfter'],
    ['uint256', 'validBefore'],
    ['bytes32', 'nonce'],
  ].map(([type, name]) => ({ type, name }))
  const transfer = {
    types: { ...mail.types, TransferWithAuthorization: type },
    primaryType: 'TransferWithAuthorization',
    domain: { ...domain, verifyingContract: chains.local.contracts.usdc },
    message: {
      from: alice,
      to: stranger,
      value: '250000000000',
      validAfter: 0,
      validBefore: 4_102_444_800,
      nonce: `0x${'0'.repeat(64)}`,
    },
  }
  await decided(
    wallet.context,
    request(connected, 'eth_signTypedData_v4', [alice, transfer]),
    async (window) => {
      await expect(window.getByRole('heading', { level: 1 })).toContainText('sign a transfer')
      const list = window.getByRole('list', { name: 'What the signature does' })
      for (const text of ['You send', '250,000 lUSDC', stranger, '2100'])
        await expect(list).toContainText(text)
      await expect(window.getByText('The account holds too little of it')).toBeVisible()
      await expect(window.getByText('gets half or more of an asset')).toBeVisible()
      await expect(yes(window)).toHaveText('Approve anyway')
      await reject(window)
    },
  )
})

test('what nobody can read says so, and never that it costs nothing', async ({
  wallet,
  connected,
}) => {
  await decided(
    wallet.context,
    request(connected, 'eth_signTypedData_v4', [alice, { ...data, types: mail.types }]),
    async (window) => {
      await expect(window.getByRole('heading', { level: 1 })).toContainText('cannot read')
      await expect(window.getByRole('alert')).toContainText('At worst')
      await expect(window.locator('body')).not.toContainText('costs nothing')
      await reject(window)
    },
  )
  await decided(
    wallet.context,
    request(connected, 'personal_sign', ['0xfffefd', alice]),
    async (window) => {
      await expect(window.getByRole('alert')).toContainText('This is not text')
      await expect(window.locator('body')).not.toContainText('costs nothing')
      await reject(window)
    },
  )
})

test('what a page writes stays text, however long and odd @long', async ({ wallet, connected }) => {
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
    await expect(yes(window)).toBeInViewport()
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

test('data for another account of the user’s can only be rejected, and without a network it warns @long', async ({
  wallet,
  connected,
}) => {
  const forBob = { ...data, types: mail.types, domain: { ...domain, verifyingContract: bob } }
  await decided(
    wallet.context,
    request(connected, 'eth_signTypedData_v4', [alice, forBob]),
    async (window) => {
      await expect(window.getByRole('alert').first()).toContainText('another account of yours')
      await expect(yes(window)).toBeHidden()
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
      await expect(window.getByRole('alert').last()).toContainText('names no network')
      await approve(window)
    },
  )
})
