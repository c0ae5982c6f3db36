import {
  encodeFunctionData,
  getAddress,
  maxUint256,
  numberToHex,
  parseAbi,
  type Address,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  simulateSignature,
  trialOf,
  type SignatureSimulation,
} from '@/components/signing/rehearsal'
import { readSignature } from '@/lib/decode/signatures'
import { readTypedData } from '@/lib/sign/typedData'
import { rehearse } from '@/lib/simulate/rehearse'
import { startChain, type Chain } from '../../chain'
import { compile } from '../../chain/compile'
import { rpc } from '../../chain/rpc'
import { connectSite } from '../../harness/connectSite'
import { alice, bob, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { typedOf, type Data } from '../decode/signatures/typedOf'
import { useChain } from '../delegate/localChain'
import { callTo, deployed } from '../simulate/deployed'

const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const later = 4_102_444_800

const erc20 = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

let chain: Chain
let usdc: Address
let dai: Address
let coin: Address

const transact = async (call: { to: Address | null; data: Hex }) => {
  await rpc(chain.url, 'eth_sendTransaction', [{ from: alice, ...call, gas: '0x989680' }])
  await rpc(chain.url, 'evm_mine')
}

beforeAll(async () => {
  chain = await startChain({ hardfork: 'prague' })
  ;({ usdc, dai } = chain.contracts)
  const odd = await deployed(chain.url, alice, 'PermitToken')
  coin = getAddress(odd.address)
  await transact(odd.call('mint', alice, 700n))
  const { runtime = '0x' } = (await compile('odd')).Permit2 ?? {}
  await rpc(chain.url, 'anvil_setCode', [permit2, runtime])
  await transact(callTo(dai, erc20, 'approve', [permit2, maxUint256]))
})
afterAll(() => chain.stop())
beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
  useChain(chain.url)
})

const trialFor = (data: Data, account = alice) => {
  const typedData = readTypedData(data, true)
  const now = Date.now()
  return trialOf(
    typedData,
    readSignature(typedData, { signer: account, chainId: 31337, now }),
    account,
  )
}

const foreseen = async (data: Data, account = alice): Promise<SignatureSimulation> => {
  const trial = trialFor(data, account)
  if (!trial) throw new Error('it cannot be tried')
  return simulateSignature((calls, reads) => rehearse(31337, calls, reads), trial, account)
}

const of = (verifyingContract: Address) => ({ name: 'A', chainId: 31337, verifyingContract })

const permit = (token: Address, change: object = {}) =>
  typedOf(
    'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    of(token),
    { owner: alice, spender: stranger, value: '5', nonce: 0, deadline: later, ...change },
  )

const leaves = (token: Address, amount: bigint): SignatureSimulation => ({
  kind: 'leaves',
  moved: [{ token, amount }],
})
const nothing = (why: unknown) => ({ kind: 'nothing', why })

/** The 10,000 lUSDC that the chain gives to alice. */
const all = 10_000_000_000n

describe('a permit of a token', () => {
  test('lets so much leave as it allows and as there is', async () => {
    expect(await foreseen(permit(usdc))).toEqual(leaves(usdc, 5n))
    expect(await foreseen(permit(usdc, { value: String(maxUint256) }))).toEqual(leaves(usdc, all))
    expect(await foreseen(permit(coin, { value: '701' }))).toEqual(leaves(coin, 700n))
  })

  test('and nothing has happened by that', async () => {
    const data = encodeFunctionData({
      abi: erc20,
      functionName: 'allowance',
      args: [alice, stranger],
    })
    expect(BigInt(await rpc<Hex>(chain.url, 'eth_call', [{ to: usdc, data }, 'latest']))).toBe(0n)
  })

  test('of the older kind lets everything leave', async () => {
    const dais = (allowed: boolean) =>
      typedOf(
        'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
        of(usdc),
        { holder: alice, spender: stranger, nonce: 0, expiry: 0, allowed },
      )
    expect(await foreseen(dais(true))).toEqual(leaves(usdc, all))
    expect(trialFor(dais(false))).toBeUndefined()
  })

  test.each<[string, object, string]>([
    ['when its time is over', { deadline: 1 }, 'expired'],
    ['with a nonce that is not the next', { nonce: 1 }, 'nonce'],
  ])('lets nothing leave %s', async (_, change, why) => {
    expect(await foreseen(permit(coin, change))).toEqual(nothing(why))
  })

  test('lets nothing leave where there is nothing', async () => {
    expect(await foreseen(permit(coin, { owner: bob }), bob)).toEqual(nothing('empty'))
  })

  test('of an account other than the signer is not tried', () => {
    expect(trialFor(permit(usdc, { owner: bob }))).toBeUndefined()
  })

  test('is not known of where no token answers', async () => {
    expect(await foreseen(permit(stranger))).toEqual({ kind: 'unknown' })
  })
})

test('a transfer by signature leaves whole or not at all', async () => {
  const send = (value: bigint, change: object = {}) =>
    typedOf(
      'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
      of(usdc),
      {
        from: alice,
        to: stranger,
        value: String(value),
        validAfter: 0,
        validBefore: later,
        nonce: `0x${'00'.repeat(32)}`,
        ...change,
      },
    )
  expect(await foreseen(send(7n))).toEqual(leaves(usdc, 7n))
  expect(await foreseen(send(all))).toEqual(leaves(usdc, all))
  expect(await foreseen(send(all + 1n))).toEqual(nothing('short'))
  expect(await foreseen(send(7n, { validAfter: later - 1 }))).toEqual(nothing('early'))
  expect(await foreseen(send(7n, { validBefore: 2 }))).toEqual(nothing('expired'))
})

describe('of Permit2', () => {
  const details = (token: Address, amount: bigint, nonce = 0) => ({
    token,
    amount: String(amount),
    expiration: later,
    nonce,
  })
  const single = (detail: object) =>
    typedOf(
      'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)',
      of(permit2),
      { details: detail, spender: stranger, sigDeadline: later },
    )
  const several = (...permitted: object[]) =>
    typedOf(
      'PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)',
      of(permit2),
      { permitted, spender: stranger, nonce: 3, deadline: later },
    )

  test('an allowance lets leave what Permit2 itself may take', async () => {
    expect(await foreseen(single(details(dai, 9n)))).toEqual(leaves(dai, 9n))
    expect(await foreseen(single(details(usdc, 9n)))).toEqual(nothing('unapproved'))
  })

  test('a part that Permit2 may take is never called nothing', async () => {
    await transact(callTo(usdc, erc20, 'approve', [permit2, 4n]))
    expect(await foreseen(single(details(usdc, 9n)))).toEqual({ kind: 'unknown' })
    expect(await foreseen(single(details(usdc, 4n)))).toEqual(leaves(usdc, 4n))
    await transact(callTo(usdc, erc20, 'approve', [permit2, 0n]))
  })

  test('an order of UniswapX lets leave what its reactor may take', async () => {
    const reactor: Address = '0x000000001Ec5656dcdB24D90DFa42742738De729'
    const order = typedOf(
      'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,PriorityOrder witness)' +
        'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)' +
        'PriorityInput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei)' +
        'PriorityOrder(OrderInfo info,address cosigner,uint256 auctionStartBlock,uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs)' +
        'PriorityOutput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient)' +
        'TokenPermissions(address token,uint256 amount)',
      { ...of(permit2), chainId: 8453 },
      {
        permitted: { token: dai, amount: '6' },
        spender: reactor,
        nonce: 3,
        deadline: later,
        witness: {
          info: {
            reactor,
            swapper: alice,
            nonce: 3,
            deadline: later,
            additionalValidationContract: stranger,
            additionalValidationData: '0x',
          },
          cosigner: stranger,
          auctionStartBlock: 1,
          baselinePriorityFeeWei: 0,
          input: { token: dai, amount: '6', mpsPerPriorityFeeWei: 0 },
          outputs: [{ token: usdc, amount: '5', mpsPerPriorityFeeWei: 0, recipient: alice }],
        },
      },
    )
    // Its reactor stands on a network that exists; the token and Permit2 on the local one.
    const data = readTypedData(order, true)
    const reading = readSignature(data, { signer: alice, chainId: 8453, now: Date.now() })
    expect(reading).toMatchObject({ standard: 'UniswapX' })
    const trial = trialOf(data, reading, alice)
    if (!trial) throw new Error('it cannot be tried')
    const found = await simulateSignature(
      (calls, reads) => rehearse(31337, calls, reads),
      trial,
      alice,
    )
    expect(found).toEqual(leaves(dai, 6n))
  })

  test('an allowance with a nonce that is not the next lets nothing leave', async () => {
    expect(await foreseen(single(details(dai, 9n, 1)))).toEqual(nothing('nonce'))
  })

  test('a transfer of several lets leave those of them that it may take', async () => {
    const both = several(
      { token: dai, amount: '8' },
      { token: usdc, amount: '8' },
      { token: dai, amount: '2' },
    )
    expect(await foreseen(both)).toEqual(leaves(dai, 10n))
  })

  test('a transfer whose nonce is used lets nothing leave', async () => {
    const code = await rpc<Hex>(chain.url, 'eth_getCode', [permit2, 'latest'])
    const say = (word: bigint): Hex => `0x7f${numberToHex(word, { size: 32 }).slice(2)}5f5260205ff3`
    const one = several({ token: dai, amount: '8' })
    await rpc(chain.url, 'anvil_setCode', [permit2, say(1n << 3n)])
    expect(await foreseen(one)).toEqual(nothing('nonce'))
    await rpc(chain.url, 'anvil_setCode', [permit2, say(~(1n << 3n) & maxUint256)])
    expect(await foreseen(one)).toEqual(leaves(dai, 8n))
    await rpc(chain.url, 'anvil_setCode', [permit2, code])
  })
})

test('what nobody can read is not tried', () => {
  expect(
    trialFor(
      typedOf('Permit(address owner,address spender,uint256 value)', of(usdc), {
        owner: alice,
        spender: stranger,
        value: '5',
      }),
    ),
  ).toBeUndefined()
})
