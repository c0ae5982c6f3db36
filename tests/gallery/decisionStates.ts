import {
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  numberToHex,
  parseAbi,
  parseEther,
  parseUnits,
  stringToHex,
  zeroAddress,
  zeroHash,
  type Address,
  type Hex,
} from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { request, type Scripted } from '../e2e/support/site.ts'
import { alice, stranger } from '../unit/accounts.ts'
import { dataOf, permitOf } from '../unit/sign/typedDataSamples.ts'
import { gho, uniswap, usdc } from './knownChain.ts'

/** Somebody whom the user has as a contact, and an address that begins and ends like hers. */
export const maria: Address = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
const likeMaria: Address = '0xab5801a7e40d3b1c6f02a98d57c4e9b1259aec9b'

/** A request that a reader decides on. */
export type DecisionState = {
  name: string
  /** Host of the site that asks. */
  host: string
  isHonest: boolean
  /** False if the site asks for its first connection. */
  isConnected?: false
  ask: (site: Scripted) => Promise<unknown>
  /** True to have the batch run in order. */
  inOrder?: true
  /** True if it cannot be approved by a click alone: a word to type, a node to ask, or money that is missing. */
  isGrey?: true
  /** True if the wallet is locked when the site asks. */
  isLocked?: true
}

const base = 8453
const seaport: Address = '0x0000000000000068F116a894984e2DB1123eB395'
/** Time of an offer or a permit, in seconds since 1970. */
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

const router = parseAbi([
  'struct In { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(In params) payable returns (uint256)',
])
const items = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function setApprovalForAll(address operator, bool approved)',
  'function mint(address to)',
])
const minting = parseAbi(['function mint(address to, uint256 value)'])
const claiming = parseAbi(['function claimReward(uint256 index)'])

const dollars = (amount: string) => parseUnits(amount, 6)
const coins = (amount: string) => parseUnits(amount, 18)

const transfer = (token: Address, to: Address, amount: bigint) => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})
export const approve = (token: Address, spender: Address, amount: bigint) => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})
const change = (atLeast: bigint) => ({
  to: uniswap,
  data: encodeFunctionData({
    abi: router,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn: usdc,
        tokenOut: gho,
        fee: 500,
        recipient: alice,
        amountIn: dollars('100'),
        amountOutMinimum: atLeast,
        sqrtPriceLimitX96: 0n,
      },
    ],
  }),
})
/** Calls that change 100 USDC into GHO and send some of it on. */
export const swapAndSend = [
  approve(usdc, uniswap, dollars('100')),
  change(coins('99')),
  transfer(gho, maria, coins('40')),
]

export const send =
  (calls: object[], over: object = {}) =>
  (site: Scripted) =>
    request(site, 'wallet_sendCalls', [
      {
        version: '2.0.0',
        from: alice,
        chainId: numberToHex(base),
        atomicRequired: calls.length > 1,
        calls,
        ...over,
      },
    ])
const sign = (data: object) => (site: Scripted) =>
  request(site, 'eth_signTypedData_v4', [alice, data])
const say = (text: Hex) => (site: Scripted) => request(site, 'personal_sign', [text, alice])

const signIn = (domain: string) =>
  stringToHex(
    createSiweMessage({
      domain,
      address: alice,
      uri: `https://${domain}/`,
      version: '1',
      chainId: base,
      nonce: 'abcdefgh12',
      issuedAt: new Date(),
      statement: 'Sign in to see your orders.',
    }),
  )

const permit = (spender: Address, value: bigint, deadline: string) => {
  const data = permitOf(usdc, spender, { name: 'USD Coin', version: '2', chainId: base })
  return { ...data, message: { ...data.message, value: String(value), deadline } }
}

const itemFields = [
  { name: 'itemType', type: 'uint8' },
  { name: 'token', type: 'address' },
  { name: 'identifierOrCriteria', type: 'uint256' },
  { name: 'startAmount', type: 'uint256' },
  { name: 'endAmount', type: 'uint256' },
]

/** An order of 100 USDC for an amount of GHO, in its units. */
const order = (amount: bigint) => {
  const sold = { itemType: 1, token: usdc, identifierOrCriteria: 0 }
  const bought = { itemType: 1, token: gho, identifierOrCriteria: 0, recipient: alice }
  return dataOf(
    'OrderComponents',
    {
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
    {
      offerer: alice,
      zone: zeroAddress,
      offer: [{ ...sold, startAmount: String(dollars('100')), endAmount: String(dollars('100')) }],
      consideration: [{ ...bought, startAmount: String(amount), endAmount: String(amount) }],
      orderType: 0,
      startTime: 0,
      endTime: inAnHour(),
      zoneHash: zeroHash,
      salt: 1,
      conduitKey: zeroHash,
      counter: 0,
    },
    { name: 'Seaport', version: '1.6', chainId: base, verifyingContract: seaport },
    {
      OfferItem: itemFields,
      ConsiderationItem: [...itemFields, { name: 'recipient', type: 'address' }],
    },
  )
}

/**
 * Lists 28 requests, each honest one beside what an attacker makes of it, on a chain that `makeKnown` prepared.
 * `falseDollars`: a token that calls itself USDC.
 */
export const decisionStates = ({
  prints,
  drop,
  falseDollars,
}: Record<'prints' | 'drop' | 'falseDollars', Address>): DecisionState[] => {
  const control = {
    to: prints,
    data: encodeFunctionData({
      abi: items,
      functionName: 'setApprovalForAll',
      args: [stranger, true],
    }),
  }
  const mintPrint = {
    to: prints,
    data: encodeFunctionData({ abi: items, functionName: 'mint', args: [alice] }),
  }
  return [
    {
      name: 'connect',
      host: 'app.harbor.example',
      isHonest: true,
      isConnected: false,
      ask: (site) => request(site, 'eth_requestAccounts'),
    },
    {
      name: 'connect, by an imitation',
      host: 'app-uniswap.org',
      isHonest: false,
      isConnected: false,
      ask: (site) => request(site, 'eth_requestAccounts'),
    },
    {
      name: 'sign in',
      host: 'app.harbor.example',
      isHonest: true,
      ask: say(signIn('app.harbor.example')),
    },
    {
      name: 'sign in elsewhere',
      host: 'free-mint.example',
      isHonest: false,
      ask: say(signIn('app.harbor.example')),
      isGrey: true,
    },
    {
      name: 'message',
      host: 'app.harbor.example',
      isHonest: true,
      ask: say(stringToHex('I accept the terms of Harbor, version 3 of May 2026.')),
    },
    {
      name: 'message of 32 bytes',
      host: 'free-mint.example',
      isHonest: false,
      ask: say('0x8f3c1e5b9ad2470f61c3e8b7d4a2590e8c1f7b6a3d5e4c2b1a0f9e8d7c6b5a49'),
    },
    {
      name: 'send to a contact',
      host: 'pay.harbor.example',
      isHonest: true,
      ask: send([transfer(usdc, maria, dollars('25'))]),
    },
    {
      name: 'send to a look-alike of the contact',
      host: 'pay.harbor.example',
      isHonest: false,
      ask: send([transfer(usdc, likeMaria, dollars('25'))]),
    },
    { name: 'swap and send', host: 'app.harbor.example', isHonest: true, ask: send(swapAndSend) },
    {
      name: 'swap and send, with a hidden allowance',
      host: 'best-swap.example',
      isHonest: false,
      ask: send([...swapAndSend, approve(gho, stranger, maxUint256)]),
    },
    {
      name: 'swap and send, in order',
      host: 'app.harbor.example',
      isHonest: true,
      ask: send(swapAndSend, { atomicRequired: false }),
      inOrder: true,
    },
    {
      name: 'swap that fails',
      host: 'app.harbor.example',
      isHonest: false,
      ask: send([approve(usdc, uniswap, dollars('100')), change(coins('101'))]),
    },
    {
      name: 'limit for a known exchange',
      host: 'app.harbor.example',
      isHonest: true,
      ask: send([approve(usdc, uniswap, dollars('100'))]),
    },
    {
      name: 'unlimited for a person',
      host: 'best-swap.example',
      isHonest: false,
      ask: send([approve(usdc, stranger, maxUint256)]),
    },
    {
      name: 'permit',
      host: 'app.harbor.example',
      isHonest: true,
      ask: sign(permit(uniswap, dollars('50'), String(inAnHour()))),
    },
    {
      name: 'unlimited permit',
      host: 'best-swap.example',
      isHonest: false,
      ask: sign(permit(stranger, maxUint256, String(maxUint256))),
    },
    {
      name: 'order',
      host: 'market.harbor.example',
      isHonest: true,
      ask: sign(order(coins('99.8'))),
    },
    {
      name: 'order for nothing',
      host: 'best-swap.example',
      isHonest: false,
      ask: sign(order(1n)),
    },
    {
      name: 'send an item',
      host: 'market.harbor.example',
      isHonest: true,
      ask: send([
        {
          to: prints,
          data: encodeFunctionData({
            abi: items,
            functionName: 'safeTransferFrom',
            args: [alice, maria, 7n],
          }),
        },
      ]),
    },
    {
      name: 'all items for a person',
      host: 'free-mint.example',
      isHonest: false,
      ask: send([control]),
    },
    {
      name: 'claim',
      host: 'rewards.harbor.example',
      isHonest: true,
      ask: send([
        {
          to: drop,
          data: encodeFunctionData({ abi: claiming, functionName: 'claimReward', args: [3n] }),
        },
      ]),
    },
    {
      name: 'false token for coin',
      host: 'best-swap.example',
      isHonest: false,
      ask: send([
        { to: stranger, value: numberToHex(parseEther('1')) },
        {
          to: falseDollars,
          data: encodeFunctionData({
            abi: minting,
            functionName: 'mint',
            args: [alice, dollars('3300')],
          }),
        },
      ]),
    },
    {
      name: 'fifty calls, one of which gives all items away',
      host: 'free-mint.example',
      isHonest: false,
      ask: send(Array.from({ length: 50 }, (_, index) => (index === 32 ? control : mintPrint))),
    },
    {
      name: 'switch network',
      host: 'app.harbor.example',
      isHonest: true,
      ask: (site) => request(site, 'wallet_switchEthereumChain', [{ chainId: '0x1' }]),
    },
    {
      name: 'add a network',
      host: 'chain.harbor.example',
      isHonest: true,
      ask: (site) =>
        request(site, 'wallet_addEthereumChain', [
          {
            chainId: '0x309',
            chainName: 'Harbor Chain',
            rpcUrls: ['https://rpc.harbor.example'],
            nativeCurrency: { name: 'Harbor', symbol: 'HRB', decimals: 18 },
          },
        ]),
      isGrey: true,
    },
    {
      name: 'add a token',
      host: 'app.harbor.example',
      isHonest: true,
      ask: (site) =>
        request(site, 'wallet_watchAsset', {
          type: 'ERC20',
          options: { address: gho, symbol: 'GHO', decimals: 18 },
        }),
    },
    {
      name: 'more than there is',
      host: 'pay.harbor.example',
      isHonest: false,
      ask: send([{ to: maria, value: numberToHex(parseEther('5')) }]),
      isGrey: true,
    },
    {
      name: 'a request while the wallet is locked',
      host: 'app.harbor.example',
      isHonest: true,
      ask: send(swapAndSend),
      isLocked: true,
    },
  ]
}
