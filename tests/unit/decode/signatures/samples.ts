import { encodeFunctionData, maxUint160, maxUint256, parseAbi, zeroAddress, zeroHash } from 'viem'
import type { Address, Hex } from 'viem'
import { alice, bob, stranger } from '../../accounts'
import { textOf, typedOf, type Data } from './typedOf'

export const usdc: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const weth: Address = '0x4200000000000000000000000000000000000006'
export const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const seaport = '0x0000000000000068F116a894984e2DB1123eB395'
export const later = 1_800_000_000
export const now = 1_790_000_000_000

/** Signed data, the type by the hash that its protocol publishes, and what must stand on the screen. */
export type Sample = {
  name: string
  data: Data
  chainId: number
  /** Account that signs; the tests' own one by default. */
  signer?: Address
  deed: string
  /** Lines as `gives 5 of TOKEN to WHOM`, in the order of the reading. */
  lines: string[]
  doubts: string[]
}

const sample = (
  name: string,
  hash: Hex,
  domain: { chainId: number; verifyingContract?: string; name?: string },
  message: object,
  deed: string,
  lines: string[],
  doubts: string[] = [],
): Sample => ({
  name,
  data: typedOf(textOf(hash), domain, message),
  chainId: domain.chainId,
  deed,
  lines,
  doubts,
})

const token = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: usdc }
const onPermit2 = { name: 'Permit2', chainId: 8453, verifyingContract: permit2 }
const detail = (amount: bigint, expiration = later) => ({
  token: usdc,
  amount: String(amount),
  expiration,
  nonce: 0,
})
const transfer = { spender: stranger, nonce: 1, deadline: later }
const permitted = { token: usdc, amount: '250000000000' }
const authorization = {
  from: alice,
  to: stranger,
  value: '250000000000',
  validAfter: 0,
  validBefore: 4_102_444_800,
  nonce: zeroHash,
}

const info = (reactor: string) => ({
  reactor,
  swapper: alice,
  nonce: 1,
  deadline: later,
  additionalValidationContract: zeroAddress,
  additionalValidationData: '0x',
})

const orderOf = (offer: object[], consideration: object[], offerer: string = alice) => ({
  offerer,
  zone: zeroAddress,
  offer,
  consideration,
  orderType: 0,
  startTime: 0,
  endTime: later,
  zoneHash: zeroHash,
  salt: 1,
  conduitKey: zeroHash,
  counter: 0,
})
const nft = { itemType: 2, token: bob, identifierOrCriteria: 7, startAmount: 1, endAmount: 1 }
const ether = (amount: number | string) => ({
  itemType: 0,
  token: zeroAddress,
  identifierOrCriteria: 0,
  startAmount: amount,
  endAmount: amount,
})
const wethOf = (amount: number) => ({ ...ether(amount), itemType: 1, token: weth })
const onSeaport = { name: 'Seaport', version: '1.6', chainId: 8453, verifyingContract: seaport }
const seaportHash = '0xfa445660b7e21515a59617fcd68910b487aa5808b8abda3d78bc85df364b2c2f'

const swap = {
  makerToken: usdc,
  takerToken: weth,
  makerAmount: 5,
  takerAmount: 6,
  maker: alice,
  taker: zeroAddress,
}
const on0x = {
  name: 'ZeroEx',
  version: '1.0.0',
  chainId: 8453,
  verifyingContract: '0xDef1C0ded9bec7F1a1670819833240f027b25EfF',
}
const send = encodeFunctionData({
  abi: parseAbi(['function transfer(address to, uint256 amount)']),
  args: [stranger, 9n],
})
const safe = { chainId: 8453, verifyingContract: bob }
const safeTx = {
  to: usdc,
  value: 0,
  data: send,
  operation: 0,
  safeTxGas: 0,
  baseGas: 0,
  gasPrice: 0,
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
  nonce: 3,
}
const safeHash = '0xbb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8'
const relay = {
  relayWorker: stranger,
  paymaster: weth,
  forwarder: bob,
  paymasterData: '0x',
  clientId: 1,
}
const biconomy = {
  from: alice,
  to: usdc,
  token: zeroAddress,
  txGas: 100_000,
  tokenGasPrice: 0,
  batchId: 0,
  batchNonce: 0,
  deadline: later,
  data: send,
}
const hyper = {
  name: 'HyperliquidSignTransaction',
  version: '1',
  chainId: 42161,
  verifyingContract: zeroAddress,
}
const cow = {
  sellToken: usdc,
  buyToken: weth,
  receiver: alice,
  sellAmount: 5,
  buyAmount: 6,
  validTo: later,
  appData: zeroHash,
  feeAmount: 1,
  kind: 'sell',
  partiallyFillable: false,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
}
const onCow = {
  name: 'Gnosis Protocol',
  version: 'v2',
  chainId: 8453,
  verifyingContract: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
}
const cowHash = '0xd5a25ba2e97094ad7d83dc28a6572da797d6b3e7fc6663bd93efb789fc17e489'
const inch = {
  salt: 1,
  maker: alice,
  receiver: zeroAddress,
  makerAsset: usdc,
  takerAsset: weth,
  makingAmount: 5,
  takingAmount: 6,
  makerTraits: String(BigInt(later) << 80n),
}
const onInch = {
  name: '1inch Aggregation Router',
  version: '6',
  chainId: 8453,
  verifyingContract: '0x111111125421cA6dc452d289314280a0f8842A65',
}
const inchHash = '0x3af21ec5a20011b88d3b7b4ed7c806cef05a5980cf34974bcd53566a131f7e4c'
const blur = {
  trader: alice,
  side: 1,
  matchingPolicy: bob,
  collection: bob,
  tokenId: 7,
  amount: 1,
  paymentToken: zeroAddress,
  price: '1000000000000000000',
  listingTime: 0,
  expirationTime: later,
  fees: [{ rate: 50, recipient: stranger }],
  salt: 1,
  extraParams: '0x',
  nonce: 0,
}
const onBlur = {
  name: 'Blur Exchange',
  version: '1.0',
  chainId: 1,
  verifyingContract: '0x000000000000Ad05Ccc4F10045630fb830B95127',
}
const blurHash = '0x376bfbc394a7ba7fdf10f224572cef371358e3053e362f4554fcd2ad56329b3f'
const poly = {
  salt: 1,
  maker: alice,
  signer: alice,
  taker: zeroAddress,
  tokenId: 9,
  makerAmount: 50,
  takerAmount: 100,
  expiration: 0,
  nonce: 0,
  feeRateBps: 0,
  side: 0,
  signatureType: 0,
}
const onPoly = {
  name: 'Polymarket CTF Exchange',
  version: '1',
  chainId: 137,
  verifyingContract: '0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E',
}
const polyHash = '0xa852566c4e14d00869b6db0220888a9090a13eccdaea03713ff0a3d27bf9767c'
const dutch = (amount: string, recipient: string) => ({
  token: zeroAddress,
  startAmount: '900000000000000000',
  endAmount: amount,
  recipient,
})

/** One sample or more of each known type. */
export const samples: readonly Sample[] = [
  sample(
    'ERC-2612',
    '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9',
    token,
    { owner: alice, spender: stranger, value: 5, nonce: 0, deadline: later },
    'allow',
    [`5 of ${usdc} spent by ${stranger}`],
    ['unlimited permit'],
  ),
  sample(
    'DAI’s permit',
    '0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb',
    token,
    { holder: alice, spender: stranger, nonce: 0, expiry: 0, allowed: true },
    'allow',
    [`${maxUint256} of ${usdc} spent by ${stranger}`],
    ['unlimited permit'],
  ),
  sample(
    'ERC-4494',
    '0x49ecf333e5b8c95c40fdafc95c1ad136e8914a8fb55e9dc8bb01eaa83a2df9ad',
    { name: 'Positions', chainId: 8453, verifyingContract: bob },
    { spender: stranger, tokenId: 7, nonce: 0, deadline: later },
    'allow',
    [`1 of ${bob}#7 spent by ${stranger}`],
    ['unlimited permit'],
  ),
  sample(
    'ERC-3009, a transfer',
    '0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267',
    token,
    authorization,
    'send',
    [`250000000000 of ${usdc} to ${stranger}`],
  ),
  sample(
    'ERC-3009, a transfer to be received',
    '0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8',
    token,
    authorization,
    'send',
    [`250000000000 of ${usdc} to ${stranger}`],
  ),
  sample(
    'ERC-3009, a cancellation',
    '0x158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429',
    token,
    { authorizer: alice, nonce: zeroHash },
    'cancel',
    [],
  ),
  sample(
    'Permit2, one allowance',
    '0xf3841cd1ff0085026a6327b620b67997ce40f282c88a8e905a7a5626e310f3d0',
    onPermit2,
    { details: detail(maxUint160), spender: stranger, sigDeadline: later },
    'allow',
    [`${maxUint160} of ${usdc} spent by ${stranger}`],
    ['unlimited permit'],
  ),
  sample(
    'Permit2, two allowances',
    '0xaf1b0d30d2cab0380e68f0689007e3254993c596f2fdd0aaa7f4d04f79440863',
    onPermit2,
    {
      details: [detail(7n, now / 1000 + 60), detail(8n, 0)],
      spender: stranger,
      sigDeadline: now / 1000 + 60,
    },
    'allow',
    [`7 of ${usdc} spent by ${stranger}`, `8 of ${usdc} spent by ${stranger}`],
  ),
  sample(
    'Permit2, one transfer',
    '0x939c21a48a8dbe3a9a2404a1d46691e4d39f6583d6ec6b35714604c986d80106',
    onPermit2,
    { permitted, ...transfer, deadline: now / 1000 + 1800 },
    'allow',
    [`250000000000 of ${usdc} spent by ${stranger}`],
  ),
  sample(
    'Permit2, two transfers',
    '0xfcf35f5ac6a2c28868dc44c302166470266239195f02b0ee408334829333b766',
    onPermit2,
    { permitted: [permitted, permitted], ...transfer, deadline: now / 1000 + 1800 },
    'allow',
    [
      `250000000000 of ${usdc} spent by ${stranger}`,
      `250000000000 of ${usdc} spent by ${stranger}`,
    ],
  ),
  sample(
    'UniswapX, a Dutch order on mainnet',
    '0x2846b6ca8e0ecdbc9ca7696f16bdf77b3baf48504ac14d6a541484ec197e91eb',
    { ...onPermit2, chainId: 1 },
    {
      permitted,
      ...transfer,
      spender: '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4',
      witness: {
        info: info('0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4'),
        decayStartTime: 0,
        decayEndTime: later,
        exclusiveFiller: zeroAddress,
        exclusivityOverrideBps: 0,
        inputToken: usdc,
        inputStartAmount: permitted.amount,
        inputEndAmount: permitted.amount,
        outputs: [dutch('800000000000000000', alice), dutch('2000000000000000', stranger)],
      },
    },
    'trade',
    [
      `250000000000 of ${usdc} spent by 0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4`,
      `back 800000000000000000 of coin to ${alice}`,
      `back 2000000000000000 of coin to ${stranger}`,
    ],
    ['unlimited permit'],
  ),
  sample(
    'UniswapX, an order of the third version on Base',
    '0x50bbe8caa8f7427c8a8be4675c1948f25626517609a84996d96169e4079815b9',
    onPermit2,
    {
      permitted,
      ...transfer,
      spender: '0x000000008a8330B5d1F43A62Bf4C673A49f27ba0',
      witness: {
        info: info('0x000000008a8330B5d1F43A62Bf4C673A49f27ba0'),
        cosigner: stranger,
        startingBaseFee: 0,
        baseInput: {
          token: usdc,
          startAmount: permitted.amount,
          curve: { relativeBlocks: 0, relativeAmounts: [] },
          maxAmount: permitted.amount,
          adjustmentPerGweiBaseFee: 0,
        },
        baseOutputs: [
          {
            token: weth,
            startAmount: 900,
            curve: { relativeBlocks: 4, relativeAmounts: ['-100'] },
            recipient: alice,
            minAmount: 800,
            adjustmentPerGweiBaseFee: 0,
          },
        ],
      },
    },
    'trade',
    [
      `250000000000 of ${usdc} spent by 0x000000008a8330B5d1F43A62Bf4C673A49f27ba0`,
      `back 800 of ${weth} to ${alice}`,
    ],
    ['unlimited permit'],
  ),
  sample(
    'UniswapX, an order for 1 wei',
    '0x2846b6ca8e0ecdbc9ca7696f16bdf77b3baf48504ac14d6a541484ec197e91eb',
    { ...onPermit2, chainId: 1 },
    {
      permitted,
      ...transfer,
      spender: '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4',
      witness: {
        info: info('0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4'),
        decayStartTime: 0,
        decayEndTime: later,
        exclusiveFiller: zeroAddress,
        exclusivityOverrideBps: 0,
        inputToken: usdc,
        inputStartAmount: permitted.amount,
        inputEndAmount: permitted.amount,
        outputs: [dutch('1', alice)],
      },
    },
    'trade',
    [
      `250000000000 of ${usdc} spent by 0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4`,
      `back 1 of coin to ${alice}`,
    ],
    ['gives for nothing', 'unlimited permit'],
  ),
  sample(
    'UniswapX, a priority order on Base',
    '0x62eb19740b0510aa84f3808ffd83de9e7648770a53b176290abac329392bdbfc',
    onPermit2,
    {
      permitted,
      ...transfer,
      spender: '0x000000001Ec5656dcdB24D90DFa42742738De729',
      witness: {
        info: info('0x000000001Ec5656dcdB24D90DFa42742738De729'),
        cosigner: stranger,
        auctionStartBlock: 1,
        baselinePriorityFeeWei: 0,
        input: { token: usdc, amount: permitted.amount, mpsPerPriorityFeeWei: 0 },
        outputs: [{ token: weth, amount: 5, mpsPerPriorityFeeWei: 1, recipient: alice }],
      },
    },
    'trade',
    [
      `250000000000 of ${usdc} spent by 0x000000001Ec5656dcdB24D90DFa42742738De729`,
      `back 5 of ${weth} to ${alice}`,
    ],
    ['unlimited permit'],
  ),
  sample(
    'Seaport, an offer of an item for ether with a fee',
    seaportHash,
    onSeaport,
    orderOf(
      [nft],
      [
        { ...ether('975000000000000000'), recipient: alice },
        { ...ether('25000000000000000'), recipient: stranger },
      ],
    ),
    'trade',
    [
      `1 of ${bob}#7 to anyone`,
      `back 975000000000000000 of coin to ${alice}`,
      `back 25000000000000000 of coin to ${stranger}`,
    ],
  ),
  sample(
    'Seaport, an item for 1 wei',
    seaportHash,
    onSeaport,
    orderOf([nft], [{ ...ether(1), recipient: alice }]),
    'trade',
    [`1 of ${bob}#7 to anyone`, `back 1 of coin to ${alice}`],
    ['gives for nothing'],
  ),
  sample(
    'Seaport, an item for the most that is dust',
    seaportHash,
    onSeaport,
    orderOf([nft], [{ ...ether('1000000000000'), recipient: alice }]),
    'trade',
    [`1 of ${bob}#7 to anyone`, `back 1000000000000 of coin to ${alice}`],
    ['gives for nothing'],
  ),
  sample(
    'Seaport, an item for the least that is none',
    seaportHash,
    onSeaport,
    orderOf([nft], [{ ...ether('1000000000001'), recipient: alice }]),
    'trade',
    [`1 of ${bob}#7 to anyone`, `back 1000000000001 of coin to ${alice}`],
  ),
  sample(
    'Seaport, an item for nothing',
    seaportHash,
    onSeaport,
    orderOf([nft], []),
    'trade',
    [`1 of ${bob}#7 to anyone`],
    ['gives for nothing'],
  ),
  sample(
    'Seaport, an item of which another gets the price',
    seaportHash,
    onSeaport,
    orderOf(
      [nft],
      [
        { ...ether('10000000000000000'), recipient: alice },
        { ...ether('990000000000000000'), recipient: stranger },
      ],
    ),
    'trade',
    [
      `1 of ${bob}#7 to anyone`,
      `back 10000000000000000 of coin to ${alice}`,
      `back 990000000000000000 of coin to ${stranger}`,
    ],
    ['gives for nothing'],
  ),
  sample(
    'Seaport, an offer for any item of a collection, the fee in what is offered',
    seaportHash,
    onSeaport,
    orderOf(
      [wethOf(1000)],
      [
        { ...nft, itemType: 4, identifierOrCriteria: 0, recipient: alice },
        { ...wethOf(25), recipient: stranger },
      ],
    ),
    'trade',
    [
      `1000 of ${weth} to anyone`,
      `back 1 of ${bob}#any to ${alice}`,
      `back 25 of ${weth} to ${stranger}`,
    ],
  ),
  sample(
    'Morpho',
    '0x81d0284fb0e2cde18d0553b06189d6f7613c96a01bb5b5e7828eade6a0dcac91',
    { chainId: 8453, verifyingContract: '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb' },
    { authorizer: alice, authorized: stranger, isAuthorized: true, nonce: 0, deadline: later },
    'authorize',
    [`positions given to ${stranger}`],
    ['given right'],
  ),
  sample(
    'Compound',
    '0xab8e80cad03d9def1f2f6f14831e15fd29eb88f59ac40032be3f8047b5ee33ed',
    {
      name: 'Compound USDC',
      version: '0',
      chainId: 8453,
      verifyingContract: '0xb125E6687d4313864e53df431d5425969c15Eb2F',
    } as object as { chainId: number },
    { owner: alice, manager: stranger, isAllowed: false, nonce: 0, expiry: later },
    'authorize',
    [`positions taken from ${stranger}`],
  ),
  sample('CoW', cowHash, onCow, cow, 'trade', [
    `6 of ${usdc} to ${onCow.verifyingContract}`,
    `back 6 of ${weth} to ${alice}`,
  ]),
  sample(
    'CoW, for somebody else',
    cowHash,
    onCow,
    { ...cow, receiver: stranger },
    'trade',
    [`6 of ${usdc} to ${onCow.verifyingContract}`, `back 6 of ${weth} to ${stranger}`],
    ['gives for nothing'],
  ),
  sample(
    'CoW, for 1 wei of the coin',
    cowHash,
    onCow,
    { ...cow, buyToken: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', buyAmount: 1 },
    'trade',
    [`6 of ${usdc} to ${onCow.verifyingContract}`, `back 1 of coin to ${alice}`],
    ['gives for nothing'],
  ),
  sample(
    'CoW, a cancellation',
    '0x4c89efb91ae246f78d2fe68b47db2fa1444a121a4f2dc3fda7a5a408c2e3588e',
    onCow,
    { orderUids: ['0x12'] },
    'cancel',
    [],
  ),
  sample('1inch', inchHash, onInch, inch, 'trade', [
    `5 of ${usdc} to anyone`,
    `back 6 of ${weth} to ${alice}`,
  ]),
  sample(
    '1inch, with an extension that sets the price',
    inchHash,
    onInch,
    { ...inch, makerTraits: String(1n << 249n) },
    'trade',
    [`5 of ${usdc} to anyone`, `back ? of ${weth} to ${alice}`],
    ['gives for nothing'],
  ),
  sample(
    '0x, a limit order',
    '0xce918627cb55462ddbb85e73de69a8b322f2bc88f4507c52fcad6d4c33c29d49',
    on0x,
    {
      ...swap,
      takerTokenFeeAmount: 0,
      sender: zeroAddress,
      feeRecipient: zeroAddress,
      pool: zeroHash,
      expiry: later,
      salt: 1,
    },
    'trade',
    [`5 of ${usdc} to anyone`, `back 6 of ${weth} to ${alice}`],
  ),
  sample(
    '0x, an RFQ order',
    '0xe593d3fdfa8b60e5e17a1b2204662ecbe15c23f2084b9ad5bae40359540a7da9',
    on0x,
    { ...swap, txOrigin: stranger, pool: zeroHash, expiry: later, salt: 1 },
    'trade',
    [`5 of ${usdc} to anyone`, `back 6 of ${weth} to ${alice}`],
  ),
  sample(
    '0x, an OTC order',
    '0x2f754524de756ae72459efbe1ec88c19a745639821de528ac3fb88f9e65e35c8',
    on0x,
    { ...swap, taker: stranger, txOrigin: stranger, expiryAndNonce: String(BigInt(later) << 192n) },
    'trade',
    [`5 of ${usdc} to ${stranger}`, `back 6 of ${weth} to ${alice}`],
  ),
  sample(
    '0x, a bid for an item with fees on top',
    '0x2de32b2b090da7d8ab83ca4c85ba2eb6957bc7f6c50cb4ae1995e87560d808ed',
    on0x,
    {
      direction: 1,
      maker: alice,
      taker: zeroAddress,
      expiry: later,
      nonce: 1,
      erc20Token: weth,
      erc20TokenAmount: 100,
      fees: [{ recipient: stranger, amount: 3, feeData: '0x' }],
      erc721Token: bob,
      erc721TokenId: 7,
      erc721TokenProperties: [],
    },
    'trade',
    [`103 of ${weth} to anyone`, `back 1 of ${bob}#7 to ${alice}`],
  ),
  sample(
    '0x, a sale of items for nothing',
    '0x930490b1bcedd2e5139e22c761fafd52e533960197c2283f3922c7fd8c880be9',
    on0x,
    {
      direction: 0,
      maker: alice,
      taker: zeroAddress,
      expiry: later,
      nonce: 1,
      erc20Token: weth,
      erc20TokenAmount: 0,
      fees: [],
      erc1155Token: bob,
      erc1155TokenId: 7,
      erc1155TokenProperties: [],
      erc1155TokenAmount: 4,
    },
    'trade',
    [`4 of ${bob}#7 to anyone`, `back 0 of ${weth} to ${alice}`],
    ['gives for nothing'],
  ),
  sample(
    '0x, a meta-transaction',
    '0xe866282978e74dc892efa3621df30a058ca4d374a338824c0b89f1dfdcb0ea04',
    on0x,
    {
      signer: alice,
      sender: zeroAddress,
      minGasPrice: 0,
      maxGasPrice: 1,
      expirationTimeSeconds: later,
      salt: 1,
      callData: '0x12345678',
      value: 0,
      feeToken: usdc,
      feeAmount: 3,
    },
    'call',
    [`3 of ${usdc} to anyone`, `call ${on0x.verifyingContract} unknown`],
    ['gives for nothing', 'unread call'],
  ),
  sample('Blur, an ask', blurHash, onBlur, blur, 'trade', [
    `1 of ${bob}#7 to anyone`,
    `back 995000000000000000 of coin to ${alice}`,
  ]),
  sample('Blur, a bid', blurHash, onBlur, { ...blur, side: 0, paymentToken: weth }, 'trade', [
    `1000000000000000000 of ${weth} to anyone`,
    `back 1 of ${bob}#any to ${alice}`,
  ]),
  sample(
    'Blur 2, whose price is hidden',
    '0xaf92fd8295121c3ba2d0dc4f6af18edcd0b3aaeff05fc72c591de6d457ee0c05',
    { ...onBlur, verifyingContract: '0xb2ecfE4E4D61f8790bbb9DE2D1259B9e2410CEA5' },
    {
      trader: alice,
      collection: bob,
      listingsRoot: zeroHash,
      numberOfListings: 2,
      expirationTime: later,
      assetType: 0,
      makerFee: { recipient: stranger, rate: 0 },
      salt: 1,
      orderType: 0,
      nonce: 0,
    },
    'trade',
    [`all of ${bob}#any to anyone`, `back ? of coin to ${alice}`],
    ['gives for nothing'],
  ),
  sample('Safe', safeHash, safe, safeTx, 'call', [`call ${usdc} transfer`]),
  sample(
    'Safe, paying gas back without a limit',
    safeHash,
    safe,
    { ...safeTx, gasPrice: 1, gasToken: usdc, refundReceiver: stranger },
    'call',
    [`all of ${usdc} to ${stranger}`, `call ${usdc} transfer`],
    ['gives for nothing'],
  ),
  sample(
    'ERC-2612, one bit below unlimited',
    '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9',
    token,
    {
      owner: alice,
      spender: stranger,
      value: String(2n ** 159n),
      nonce: 0,
      deadline: now / 1000 + 3600,
    },
    'allow',
    [`${2n ** 159n} of ${usdc} spent by ${stranger}`],
    ['unlimited permit'],
  ),
  sample(
    'Safe, running foreign code as itself',
    safeHash,
    safe,
    { ...safeTx, operation: 1, to: stranger },
    'call',
    [`runs ${stranger} unknown`],
    ['unread call'],
  ),
  sample(
    'Safe, several calls',
    safeHash,
    safe,
    {
      ...safeTx,
      operation: 1,
      to: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
      data: encodeFunctionData({
        abi: parseAbi(['function multiSend(bytes transactions)']),
        args: [
          `0x00${usdc.slice(2)}${'0'.repeat(64)}${(68).toString(16).padStart(64, '0')}${send.slice(2)}` +
            `00${stranger.slice(2)}${'5'.padStart(64, '0')}${'0'.repeat(64)}`,
        ] as [Hex],
      }),
    },
    'call',
    [`call ${usdc} transfer`, `call ${stranger} none`],
  ),
  sample(
    'a forwarder’s request',
    '0xdd8f4b70b0f4393e889bd39128a30628a78b61816a9eb8199759e7a349657e48',
    { name: 'MinimalForwarder', version: '0.0.1', chainId: 8453, verifyingContract: bob } as {
      chainId: number
    },
    { from: alice, to: usdc, value: 0, gas: 1, nonce: 0, data: send },
    'call',
    [`call ${usdc} transfer`],
  ),
  sample(
    'a forwarder’s request with an end',
    '0x7f96328b83274ebc7c1cf4f7a3abda602b51a78b7fa1d86a2ce353d75e587cac',
    { ...safe, name: 'Forwarder' },
    { from: alice, to: usdc, value: 0, gas: 1, nonce: 0, deadline: later, data: send },
    'call',
    [`call ${usdc} transfer`],
  ),
  sample(
    'a request of GSN',
    '0xb91ae508e6f0e8e33913dec60d2fdcb39fe037ce56198c70a7927d7cd813fd96',
    { ...safe, name: 'Forwarder' },
    { from: alice, to: usdc, value: 0, gas: 1, nonce: 0, data: send, validUntilTime: later },
    'call',
    [`call ${usdc} transfer`],
  ),
  sample(
    'a request of GSN without an end',
    '0xb91ae508e6f0e8e33913dec60d2fdcb39fe037ce56198c70a7927d7cd813fd96',
    { ...safe, name: 'Forwarder' },
    { from: alice, to: usdc, value: 0, gas: 1, nonce: 0, data: send, validUntilTime: 0 },
    'call',
    [`call ${usdc} transfer`],
  ),
  sample(
    'a request of GSN 2, which ends after a block',
    '0x2510fc5e187085770200b027d9f2cc4b930768f3b2bd81daafb71ffeb53d21c4',
    { ...safe, name: 'Forwarder' },
    { from: alice, to: usdc, value: 0, gas: 1, nonce: 0, data: send, validUntil: 20_000_000 },
    'call',
    [`call ${usdc} transfer`],
  ),
  sample(
    'a relay’s request of GSN 3',
    '0xf17b6c1ec6c338d6106d1123b3e60d72bf94a96d947bfc91ce7b47facaf428c0',
    { ...safe, name: 'GSN Relayed Transaction' },
    {
      from: alice,
      to: usdc,
      value: 0,
      gas: 1,
      nonce: 0,
      data: send,
      validUntilTime: later,
      relayData: {
        maxFeePerGas: 9,
        maxPriorityFeePerGas: 1,
        transactionCalldataGasUsed: 1,
        ...relay,
      },
    },
    'call',
    [`call ${usdc} transfer`, `relayed by ${stranger}, paid by ${weth}: 9 + 0 % + 0`],
  ),
  sample(
    'a relay’s request of GSN 2, with a fee beyond the gas',
    '0x978a803d8b468b1838de23314397ae22a6f146d16cb2a446f053ae0f07a657c4',
    { ...safe, name: 'GSN Relayed Transaction' },
    {
      from: alice,
      to: usdc,
      value: 0,
      gas: 1,
      nonce: 0,
      data: send,
      validUntil: 20_000_000,
      relayData: { gasPrice: 9, pctRelayFee: 70, baseRelayFee: 3, ...relay },
    },
    'call',
    [`call ${usdc} transfer`, `relayed by ${stranger}, paid by ${weth}: 9 + 70 % + 3`],
  ),
  sample(
    'a relay’s request of GSN 2.0, which nobody can read within',
    '0x400aafca5bb1d66962b492b32a50ddd325344942b4216f07634d143ccea5d4f4',
    { ...safe, name: 'GSN Relayed Transaction' },
    {
      from: alice,
      to: usdc,
      value: 0,
      gas: 1,
      nonce: 0,
      data: '0x12345678',
      relayData: { gasPrice: 9, pctRelayFee: 70, baseRelayFee: 3, ...relay },
    },
    'call',
    [`call ${usdc} unknown`, `relayed by ${stranger}, paid by ${weth}: 9 + 70 % + 3`],
    ['unread call'],
  ),
  sample(
    'a request of Biconomy that nobody pays for',
    '0xc223e141cca349f82125254307136aaa76c49db05db9f480cc1af6f3bdd453af',
    { ...safe, name: 'Biconomy Forwarder' },
    biconomy,
    'call',
    [`call ${usdc} transfer`],
  ),
  sample(
    'a request of Biconomy, paid in a token without a limit',
    '0xc223e141cca349f82125254307136aaa76c49db05db9f480cc1af6f3bdd453af',
    { ...safe, name: 'Biconomy Forwarder' },
    { ...biconomy, token: weth, tokenGasPrice: 1 },
    'call',
    [`all of ${weth} to anyone`, `call ${usdc} transfer`],
    ['gives for nothing'],
  ),
  sample(
    'a request of Biconomy in a calm text',
    '0xf78f6e39ff19d32cb441b342cffac2dafe61e21509777439a67278d9d19a045a',
    { ...safe, name: 'Biconomy Forwarder' },
    {
      warning: 'none',
      info: 'You receive 5 USDC',
      action: 'Receive',
      request: { ...biconomy, token: weth, tokenGasPrice: 1 },
    },
    'call',
    [`all of ${weth} to anyone`, `call ${usdc} transfer`],
    ['gives for nothing'],
  ),
  sample(
    'a meta-transaction of a token',
    '0x23d10def3caacba2e4042e0c75d44a42d2558aabcf5ce951d0642a8032e1e653',
    token,
    { nonce: 0, from: alice, functionSignature: send },
    'call',
    [`call ${usdc} transfer`],
  ),
  sample(
    'Hyperliquid, a payment',
    '0xc7410964737e2180e258d649f23f74a49460432fecbd94688103ecc63fb66b4c',
    hyper,
    { hyperliquidChain: 'Mainnet', destination: stranger, amount: '250.5', time: 1 },
    'send',
    [`1 of 250.5 USDC to ${stranger}`],
  ),
  sample(
    'Hyperliquid, a withdrawal',
    '0xdbde952fa0de88158fc71336e44c61876611a2a65553bebd4d52b44a2a000d9a',
    hyper,
    { hyperliquidChain: 'Mainnet', destination: alice, amount: '250', time: 1 },
    'send',
    [`1 of 250 USDC to ${alice}`],
  ),
  sample(
    'Hyperliquid, a token',
    '0xd6d9472f429b5debb4cc4702fa9925e621498472a979f2581553dd007e273983',
    hyper,
    {
      hyperliquidChain: 'Mainnet',
      destination: stranger,
      token: 'PURR:0xc4bf3f870c0e9465323c0b6ed28096c2',
      amount: '1',
      time: 1,
    },
    'send',
    [`1 of 1 PURR:0xc4bf3f870c0e9465323c0b6ed28096c2 to ${stranger}`],
  ),
  sample(
    'Hyperliquid, an agent',
    '0x4464abf6148f115d79362d98320081aa2ae8a5c840083cb65820bffc21394378',
    hyper,
    { hyperliquidChain: 'Mainnet', agentAddress: stranger, agentName: 'x', nonce: 1 },
    'authorize',
    [`trading given to ${stranger}`],
    ['given right'],
  ),
  sample(
    'Hyperliquid, a builder’s fee',
    '0x461684eab6dcdfdd79c6250648d41a1abe3c826ceab6c513fc4f30156f233ad3',
    hyper,
    { hyperliquidChain: 'Mainnet', maxFeeRate: '0.1%', builder: stranger, nonce: 1 },
    'authorize',
    [`fees up to 0.1% given to ${stranger}`],
    ['given right'],
  ),
  sample(
    'Hyperliquid, a token to another market, from a sub-account',
    '0x5f7cf397b977b076f0fbb993badfc7dd11bd71461a3d076c0940eff5f91ac849',
    hyper,
    {
      hyperliquidChain: 'Mainnet',
      destination: stranger,
      sourceDex: '',
      destinationDex: 'spot',
      token: 'USDC:0x6d1e7cde53ba9467b783cb7c530ce054',
      amount: '7.5',
      fromSubAccount: bob,
      nonce: 1,
    },
    'send',
    [`1 of 7.5 USDC:0x6d1e7cde53ba9467b783cb7c530ce054 to ${stranger}`],
  ),
  sample(
    'Hyperliquid, USDC between the two balances of the account',
    '0x7a3eebb1997d2e459472886f8cf9829a79b1b00c72a06c9fe015c91299aecd43',
    hyper,
    { hyperliquidChain: 'Mainnet', amount: '7', toPerp: true, nonce: 1 },
    'send',
    [`1 of 7 USDC to ${alice}`],
  ),
  sample('Polymarket, a bid', polyHash, onPoly, poly, 'trade', [
    '50 of 0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174 to anyone',
    `back 100 of 0x4D97DCd97eC945f40cF65F87097ACe5EA0476045#9 to ${alice}`,
  ]),
  sample(
    'Polymarket, a sale whose fee takes all',
    polyHash,
    onPoly,
    { ...poly, side: 1, feeRateBps: 10_000 },
    'trade',
    [
      '50 of 0x4D97DCd97eC945f40cF65F87097ACe5EA0476045#9 to anyone',
      `back 0 of 0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174 to ${alice}`,
    ],
    ['gives for nothing'],
  ),
  sample(
    'Polymarket, a sign-in',
    '0x52578c5c725a28a84fedc8c22aa47947822942f35b4dc350db028e45320e035c',
    { name: 'ClobAuthDomain', version: '1', chainId: 137 } as { chainId: number },
    {
      address: alice,
      timestamp: '1',
      nonce: 0,
      message: 'This message attests that I control the given wallet',
    },
    'attest',
    [],
  ),
]
