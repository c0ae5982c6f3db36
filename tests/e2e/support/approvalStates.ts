import { expect, type Page } from '@playwright/test'
import {
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  numberToHex,
  padHex,
  parseAbi,
  parseUnits,
  stringToHex,
  zeroAddress,
  zeroHash,
  type Address,
  type Hex,
} from 'viem'
import { createSiweMessage } from 'viem/siwe'
import type { Contracts } from '../../chain/deploy.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { dataOf, permitOf } from '../../unit/sign/typedDataSamples.ts'
import { swapCalls } from './chainState.ts'
import type { Wallet } from './chromium.ts'
import { forgetRejections } from './journal.ts'
import { request, sendCalls, type Dapp, type Scripted } from './site.ts'
import type { Chains } from './stage.ts'
import { approvalWindow, closed, reject, yes } from './walletPages.ts'

/**
 * A kind of approval: how it is asked for, and the text that stands in its window once all of it is known; `turn`: what
 * the user does in it then, in any language. A window that is loaded again has lost that.
 */
export type ApprovalState = {
  name: string
  ask: () => Promise<unknown>
  shown: string | RegExp
  turn?: (window: Page) => Promise<unknown>
}

/** A page that asks, in either browser. */
type Asking = Scripted & Pick<Page, 'url'>

/** Text in the window of a batch once it is simulated, or cannot be. */
export const simulated = /at block|Nobody could check/

const setAuthorization = parseAbi(['function setAuthorization(address authorized, bool isOn)'])
const unheardOf = parseAbi(['function unheardOf(address other)'])
const mint = parseAbi(['function mint(address to, uint256 value)'])
const allowing = parseAbi(['function increaseAllowance(address spender, uint256 by)'])

/** A contract of Morpho, by whose rights somebody else acts for an account. */
const morpho = '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const seaport = '0x0000000000000068F116a894984e2DB1123eB395'

const orderType = {
  OrderComponents: {
    offerer: 'address',
    zone: 'address',
    offer: 'OfferItem[]',
    consideration: 'ConsiderationItem[]',
    orderType: 'uint8',
    startTime: 'uint256',
    endTime: 'uint256',
    zoneHash: 'bytes32',
    salt: 'uint256',
    conduitKey: 'bytes32',
    counter: 'uint256',
  },
}
const itemFields = [
  { name: 'itemType', type: 'uint8' },
  { name: 'token', type: 'address' },
  { name: 'identifierOrCriteria', type: 'uint256' },
  { name: 'startAmount', type: 'uint256' },
  { name: 'endAmount', type: 'uint256' },
]

/** An order of 100 lUSDC of Alice's for an amount of another token, in its units, to an account. */
export const orderOf = (give: string, get: string, amount: bigint, recipient: Address) =>
  dataOf(
    'OrderComponents',
    orderType.OrderComponents,
    {
      offerer: alice,
      zone: zeroAddress,
      offer: [
        {
          itemType: 1,
          token: give,
          identifierOrCriteria: 0,
          startAmount: '100000000',
          endAmount: '100000000',
        },
      ],
      consideration: [
        {
          itemType: 1,
          token: get,
          identifierOrCriteria: 0,
          startAmount: String(amount),
          endAmount: String(amount),
          recipient,
        },
      ],
      orderType: 0,
      startTime: 0,
      endTime: Math.floor(Date.now() / 1000) + 3600,
      zoneHash: zeroHash,
      salt: 1,
      conduitKey: zeroHash,
      counter: 0,
    },
    { name: 'Seaport', version: '1.6', chainId: 31337, verifyingContract: seaport },
    {
      OfferItem: itemFields,
      ConsiderationItem: [...itemFields, { name: 'recipient', type: 'address' }],
    },
  )

/** Code that makes a contract of two bytes. */
const creation = '0x600260005260026000f3'

/** A contract that anybody could deploy: a token with the symbol of the one that the wallet knows. */
const twin = '0x7777777777777777777777777777777777777777'

/** Plants what the states need beside the usual contracts. */
const prepare = async (url: string, token: Address) => {
  await rpc(url, 'anvil_setCode', [morpho, '0x600160005500'])
  await rpc(url, 'anvil_setCode', [twin, await rpc<Hex>(url, 'eth_getCode', [token, 'latest'])])
  for (const slot of ['0x0', '0x1'].map((at) => padHex(at as Hex, { size: 32 })))
    await rpc(url, 'anvil_setStorageAt', [
      twin,
      slot,
      await rpc<Hex>(url, 'eth_getStorageAt', [token, slot, 'latest']),
    ])
}

/** Every kind of approval, on the network Local. */
export const approvalStates = async ({
  url,
  contracts,
  site,
  other,
}: {
  url: string
  contracts: Contracts
  site: Asking
  other: Scripted
}): Promise<readonly ApprovalState[]> => {
  const { usdc, dai } = contracts
  await prepare(url, usdc)
  const send = (calls: readonly object[], over: object = {}) => sendCalls(site, { calls, ...over })
  const approve = (amount: bigint, token = usdc) => ({
    to: token,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [stranger, amount],
    }),
  })
  const sign = (data: object) => request(site, 'eth_signTypedData_v4', [alice, data])
  const { origin, host } = new URL(site.url())
  const signIn = (domain: string, uri: string) =>
    createSiweMessage({
      domain,
      address: alice,
      uri,
      version: '1',
      chainId: 31337,
      nonce: 'abcdefgh12',
      issuedAt: new Date(),
      statement: 'Hello!',
    })
  const say = (text: string) => request(site, 'personal_sign', [stringToHex(text), alice])

  return [
    {
      name: 'connect',
      ask: () => request(other, 'eth_requestAccounts'),
      shown: 'Accounts to share',
    },
    { name: 'sign-in', ask: () => say(signIn(host, `${origin}/`)), shown: 'Hello!' },
    {
      name: 'sign-in elsewhere',
      ask: () => say(signIn('app.uniswap.org', 'https://app.uniswap.org/')),
      shown: 'Hello!',
    },
    { name: 'message', ask: () => say('Welcome to the shop.'), shown: 'Welcome to' },
    { name: 'permit', ask: () => sign(permitOf(usdc)), shown: '5 lUSDC' },
    {
      name: 'unlimited permit',
      ask: () =>
        sign({
          ...permitOf(usdc),
          message: {
            ...permitOf(usdc).message,
            value: String(maxUint256),
            deadline: String(maxUint256),
          },
        }),
      shown: /unlimited lUSDC/,
    },
    {
      name: 'order',
      ask: () => sign(orderOf(usdc, dai, parseUnits('100', 18), alice)),
      shown: '100 lUSDC',
    },
    {
      name: 'order for nothing',
      ask: () => sign(orderOf(usdc, dai, 1n, alice)),
      shown: '100 lUSDC',
    },
    {
      name: 'order for somebody else',
      ask: () => sign(orderOf(usdc, dai, parseUnits('100', 18), stranger)),
      shown: '100 lUSDC',
    },
    {
      name: 'witness',
      ask: () =>
        sign(
          dataOf(
            'PermitWitnessTransferFrom',
            {
              permitted: 'TokenPermissions',
              spender: 'address',
              nonce: 'uint256',
              deadline: 'uint256',
              witness: 'Allowance',
            },
            {
              permitted: { token: dai, amount: String(parseUnits('10000', 18)) },
              spender: stranger,
              nonce: '0',
              deadline: String(Math.floor(Date.now() / 1000) + 3600),
              witness: { token: usdc, amount: '1', spender: alice },
            },
            { name: 'Permit2', chainId: 31337, verifyingContract: permit2 },
            {
              TokenPermissions: [
                { name: 'token', type: 'address' },
                { name: 'amount', type: 'uint256' },
              ],
              Allowance: [
                { name: 'token', type: 'address' },
                { name: 'amount', type: 'uint256' },
                { name: 'spender', type: 'address' },
              ],
            },
          ),
        ),
      shown: /10,000 lDAI/,
    },
    {
      name: 'unknown data',
      ask: () =>
        sign(
          dataOf(
            'Claim',
            { to: 'address', amount: 'uint256' },
            { to: stranger, amount: '5' },
            {
              chainId: 31337,
            },
          ),
        ),
      shown: 'Claim',
    },
    {
      name: 'send',
      ask: () => send([{ to: stranger, value: numberToHex(10n ** 17n) }]),
      shown: simulated,
    },
    {
      name: 'send a token',
      ask: () =>
        send([
          {
            to: usdc,
            data: encodeFunctionData({
              abi: erc20Abi,
              functionName: 'transfer',
              args: [stranger, parseUnits('25', 6)],
            }),
          },
        ]),
      shown: simulated,
    },
    { name: 'swap', ask: () => send(swapCalls(contracts)), shown: simulated },
    {
      name: 'swap in order',
      ask: () => send(swapCalls(contracts), { atomicRequired: false }),
      shown: simulated,
      turn: async (window) => {
        await window.getByRole('switch').click()
        // Three transactions, as every language has it.
        await expect(window.locator('[class*="mode"]')).toContainText('3')
      },
    },
    {
      name: 'upgrade',
      ask: () => send(swapCalls(contracts)),
      shown: simulated,
      turn: async (window) => {
        await window.locator('main section p > button').click()
        await expect(window.getByText('Simple7702Account').first()).toBeVisible()
      },
    },
    {
      name: 'hidden allowance',
      ask: () => send([...swapCalls(contracts), approve(maxUint256, dai)]),
      shown: simulated,
    },
    {
      name: 'false token',
      ask: () =>
        send([
          { to: stranger, value: numberToHex(10n ** 18n) },
          {
            to: twin,
            data: encodeFunctionData({ abi: mint, args: [alice, parseUnits('3000', 6)] }),
          },
        ]),
      shown: simulated,
    },
    {
      name: 'fails',
      ask: () => send([...swapCalls(contracts), approve(1n), { to: dai, data: '0x12345678' }]),
      shown: simulated,
    },
    { name: 'limit', ask: () => send([approve(parseUnits('100', 6))]), shown: simulated },
    {
      name: 'raised limit',
      ask: () =>
        send([
          {
            to: usdc,
            data: encodeFunctionData({
              abi: allowing,
              args: [stranger, parseUnits('100', 6)],
            }),
          },
        ]),
      shown: simulated,
    },
    { name: 'unlimited', ask: () => send([approve(maxUint256)]), shown: simulated },
    {
      name: 'unlimited, second step',
      ask: () => send([approve(maxUint256)]),
      shown: simulated,
      turn: async (window) => {
        const button = yes(window)
        await expect(button).not.toHaveAttribute('aria-disabled', 'true')
        const first = (await button.textContent()) ?? ''
        await button.click()
        await expect(button).not.toHaveText(first)
      },
    },
    { name: 'taken back', ask: () => send([approve(0n)]), shown: simulated },
    {
      name: 'right',
      ask: () =>
        send([
          {
            to: morpho,
            data: encodeFunctionData({ abi: setAuthorization, args: [stranger, true] }),
          },
        ]),
      shown: simulated,
    },
    {
      name: 'unread',
      ask: () =>
        send([{ to: morpho, data: encodeFunctionData({ abi: unheardOf, args: [stranger] }) }]),
      shown: simulated,
    },
    {
      name: 'deploy',
      ask: () => request(site, 'eth_sendTransaction', [{ from: alice, data: creation }]),
      shown: simulated,
    },
    {
      name: 'token',
      ask: () =>
        request(site, 'wallet_watchAsset', {
          type: 'ERC20',
          options: { address: usdc, symbol: 'lUSDC', decimals: 6 },
        }),
      shown: '10,000 lUSDC',
    },
    {
      name: 'switch',
      ask: () => request(site, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }]),
      shown: 'What changes',
    },
    {
      name: 'add network',
      ask: () =>
        request(site, 'wallet_addEthereumChain', [
          {
            chainId: '0x309',
            chainName: 'Own Net',
            rpcUrls: [url],
            nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
          },
        ]),
      shown: 'Chain ID',
    },
    {
      name: 'permit through Permit2',
      ask: () =>
        send([
          {
            to: permit2,
            data: encodeFunctionData({
              abi: parseAbi([
                'function approve(address token, address spender, uint160 amount, uint48 expiration)',
              ]),
              args: [usdc, stranger, parseUnits('100', 6), Math.floor(Date.now() / 1000) + 3600],
            }),
          },
        ]),
      shown: simulated,
    },
  ]
}

/** Shows approvals one after another, each in a window of its own, and rejects them. */
export const showStates = async (
  { context, worker }: Wallet,
  states: readonly ApprovalState[],
  look: (window: Page, state: ApprovalState) => Promise<unknown>,
) => {
  for (const state of states) {
    const answer = state.ask()
    const answered = answer.then((given) => {
      throw new Error(`${state.name} was answered by itself: ${JSON.stringify(given)}`)
    })
    const window = await Promise.race([approvalWindow(context), answered])
    await window.setViewportSize({ width: 400, height: 640 })
    await window.getByRole('button', { name: 'Reject' }).waitFor()
    await expect(window.getByText(state.shown).first()).toBeVisible()
    await state.turn?.(window)
    await look(window, state)
    answered.catch(() => undefined)
    await reject(window)
    await answer
    await closed(window)
    await forgetRejections(worker)
  }
}

/** Shows every kind of approval. */
export const showEach = async (
  {
    wallet,
    connected,
    chains,
    dapp,
  }: { wallet: Wallet; connected: Page; chains: Chains; dapp: Dapp },
  look: (window: Page, state: ApprovalState) => Promise<unknown>,
) => {
  const other = await wallet.context.newPage()
  await other.goto(dapp.other)
  const { url, contracts } = chains.local
  const states = await approvalStates({ url, contracts, site: connected, other })
  await showStates(wallet, states, look)
}
