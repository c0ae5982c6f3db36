import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  hexToBytes,
  numberToHex,
  parseAbi,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Receipt } from '@/lib/db/batchEvent'
import type { Call } from '@/lib/db'
import { delegation, executor } from '@/lib/delegate/executor'
import { signUserOperation } from '@/lib/keyring/sign'
import { askEstimate, sendOperation, takesOperations } from '@/lib/sponsor/bundler'
import { operationCallData, withDeadline } from '@/lib/sponsor/callData'
import { entryPoint, isEntryPoint } from '@/lib/sponsor/entryPoint'
import type { Operation } from '@/lib/db/userOperation'
import { operationHash } from '@/lib/sponsor/operation'
import {
  burnCall,
  nonceCall,
  operationFilter,
  operationOutcome,
} from '@/lib/sponsor/operationOutcome'
import { askFinal, askStub, type Draft } from '@/lib/sponsor/paymaster'
import { startChain, type Chain } from '../../chain'
import { listed } from '../../chain/delegates'
import { universalRouter } from '../../chain/router'
import { rpc } from '../../chain/rpc'
import { startLocalSponsors, type Sponsor, type Sponsors } from '../../chain/sponsor'
import { bob, stranger } from '../accounts'

const chainId = 31337

let chain: Chain
let sponsors: Sponsors
let untouched: string

beforeAll(async () => {
  chain = await startChain({ hardfork: 'prague' })
  sponsors = await startLocalSponsors(chain)
})
afterAll(async () => {
  await sponsors.signing.stop()
  await sponsors.takesTokens.stop()
  await chain.stop()
})
beforeEach(async () => {
  if (untouched) await rpc(chain.url, 'evm_revert', [untouched])
  untouched = await rpc(chain.url, 'evm_snapshot')
  sponsors.bundler.reset()
})

/** An account that nobody has sent anything to. */
const newAccount = () => {
  const key = generatePrivateKey()
  const address = privateKeyToAddress(key)
  return { address, key: hexToBytes(key) as Uint8Array<ArrayBuffer> }
}
type Owner = ReturnType<typeof newAccount>

const node = <T>(method: string, ...params: unknown[]) => rpc<T>(chain.url, method, params)
const timeNow = async () =>
  Number((await node<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)).timestamp)
const codeOf = (account: Address) => node<Hex>('eth_getCode', account, 'latest')
const weiOf = async (account: Address) =>
  BigInt(await node<Hex>('eth_getBalance', account, 'latest'))
const countOf = async (account: Address) =>
  Number(await node<Hex>('eth_getTransactionCount', account, 'latest'))
const nonceOf = (account: Address) => node<Hex>('eth_call', nonceCall(account), 'latest')
const tokensOf = async (account: Address) =>
  BigInt(
    await node<Hex>(
      'eth_call',
      {
        to: chain.contracts.usdc,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
      },
      'latest',
    ),
  )

const mint = async (to: Address, amount: bigint) => {
  const data = encodeFunctionData({
    abi: parseAbi(['function mint(address to, uint256 value)']),
    args: [to, amount],
  })
  await node('eth_sendTransaction', { from: bob, to: chain.contracts.usdc, data })
  await node('evm_mine')
}

const transfer = (to: Address, amount: bigint): Call => ({
  to: chain.contracts.usdc,
  value: '0x0',
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})

const orFail = <T>(answered: { value: T } | { failed: string }): T =>
  'value' in answered ? answered.value : expect.fail(answered.failed)

/** Has an operation paid for, step by step as the wallet does; its calls hold for ten minutes by themselves. */
const prepare = async (
  owner: Owner,
  sponsor: Sponsor,
  calls: Call[],
  until?: number,
): Promise<Operation> => {
  const isUpgrade = (await codeOf(owner.address)) === '0x'
  const service = { url: sponsor.url, patience: 60_000 }
  const sponsorship = { ...service, chainId }
  const locks = withDeadline(undefined, universalRouter, owner.address)
  const draft: Draft = {
    sender: owner.address,
    nonce: numberToHex(BigInt(await nonceOf(owner.address))),
    ...(isUpgrade ? { factory: '0x7702', factoryData: '0x' } : {}),
    callData: operationCallData({ calls, locks }, until ?? (await timeNow()) + 600),
    callGasLimit: '0x0',
    verificationGasLimit: '0x0',
    preVerificationGas: '0x0',
    maxFeePerGas: '0x12a05f200',
    maxPriorityFeePerGas: '0x3b9aca00',
  }
  const { isFinal, ...stub } = orFail(await askStub(sponsorship, draft))
  orFail(await takesOperations(service, chainId))
  const nonce = await countOf(owner.address)
  const limits = orFail(await askEstimate(service, chainId, { ...draft, ...stub }, nonce))
  const operation: Operation = {
    ...draft,
    paymaster: stub.paymaster,
    paymasterData: stub.paymasterData,
    paymasterVerificationGasLimit: stub.paymasterVerificationGasLimit ?? '0x0',
    paymasterPostOpGasLimit: stub.paymasterPostOpGasLimit ?? '0x0',
    callGasLimit: limits.callGasLimit,
    verificationGasLimit: limits.verificationGasLimit,
    preVerificationGas: limits.preVerificationGas,
  }
  return isFinal ? operation : orFail(await askFinal(sponsorship, operation))
}

const sign = async (owner: Owner, operation: Operation) => {
  const nonce = await countOf(owner.address)
  const signed = await signUserOperation(owner.key, { chainId, operation, nonce })
  return { signed, hash: operationHash(chainId, operation, executor) }
}

const send = async (owner: Owner, sponsor: Sponsor, operation: Operation) => {
  const { signed, hash } = await sign(owner, operation)
  const service = { url: sponsor.url, patience: 60_000 }
  return { sent: await sendOperation(service, signed, hash), hash, signed }
}

/** Finds what became of an operation on the chain alone. */
const outcomeOf = async (hash: Hash) => {
  const [found, ...more] = await node<{ transactionHash: Hash }[]>('eth_getLogs', {
    ...operationFilter([hash]),
    fromBlock: '0x0',
    toBlock: 'latest',
  })
  expect(more).toEqual([])
  if (!found) return undefined
  const receipt = await node<Receipt>('eth_getTransactionReceipt', found.transactionHash)
  return operationOutcome(receipt.logs, hash)
}

test('the EntryPoint is known by its code', async () => {
  expect(isEntryPoint(await codeOf(entryPoint))).toBe(true)
  expect(isEntryPoint(await codeOf(executor))).toBe(false)
})

describe('an account with nothing', () => {
  test('runs its first batch, upgrade included, and its second one', async () => {
    const owner = newAccount()
    await mint(owner.address, 100n)
    const calls = [transfer(stranger, 1n), transfer(bob, 2n)]
    const first = await prepare(owner, sponsors.signing, calls)
    expect(first.factory).toBe('0x7702')
    const { sent, hash } = await send(owner, sponsors.signing, first)
    expect(sent).toEqual({ value: true })
    expect(await outcomeOf(hash)).toMatchObject({ success: true, logs: [{}, {}] })
    expect(await codeOf(owner.address)).toBe(delegation(executor))
    // The authorization has used the account's own nonce: a bundler has sent it.
    expect(await countOf(owner.address)).toBe(1)

    const second = await prepare(owner, sponsors.signing, calls)
    expect(second.factory).toBeUndefined()
    const again = await send(owner, sponsors.signing, second)
    expect(again.sent).toEqual({ value: true })
    expect(again.signed).not.toHaveProperty('eip7702Auth')
    expect(await outcomeOf(again.hash)).toMatchObject({ success: true })
    expect(await tokensOf(owner.address)).toBe(94n)
    expect(await weiOf(owner.address)).toBe(0n)
  })

  test('pays in tokens where its paymaster takes them', async () => {
    const owner = newAccount()
    await mint(owner.address, 10_000_000_000n)
    const allow: Call = {
      to: chain.contracts.usdc,
      value: '0x0',
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [sponsors.takesTokens.paymaster, 2n ** 256n - 1n],
      }),
    }
    const approving = await prepare(owner, sponsors.signing, [allow])
    expect((await send(owner, sponsors.signing, approving)).sent).toEqual({ value: true })
    const before = await tokensOf(owner.address)
    const operation = await prepare(owner, sponsors.takesTokens, [transfer(stranger, 1n)])
    const { sent, hash } = await send(owner, sponsors.takesTokens, operation)
    expect(sent).toEqual({ value: true })
    expect(await outcomeOf(hash)).toMatchObject({ success: true })
    expect(await tokensOf(owner.address)).toBeLessThan(before - 1n)
    expect(await weiOf(owner.address)).toBe(0n)
  })
})

describe('a signed operation', () => {
  const held = async () => {
    const owner = newAccount()
    await mint(owner.address, 100n)
    sponsors.bundler.hold()
    const deadline = (await timeNow()) + 600
    const operation = await prepare(owner, sponsors.signing, [transfer(stranger, 1n)], deadline)
    return { owner, operation, deadline, ...(await send(owner, sponsors.signing, operation)) }
  }

  test('is the same operation when it is sent again, and is refused once it has run', async () => {
    const { owner, operation, hash, sent } = await held()
    expect(sent).toEqual({ value: true })
    expect((await send(owner, sponsors.signing, operation)).sent).toEqual({ value: true })
    await sponsors.bundler.bundle()
    expect(await outcomeOf(hash)).toMatchObject({ success: true })
    expect((await send(owner, sponsors.signing, operation)).sent).toEqual({ failed: 'refused' })
    expect(await tokensOf(owner.address)).toBe(99n)
  })

  test('does nothing after its deadline, whoever holds it', async () => {
    const { owner, hash, deadline } = await held()
    await node('evm_setNextBlockTimestamp', deadline + 1)
    await sponsors.bundler.bundle()
    expect(await outcomeOf(hash)).toEqual({ success: false, logs: [] })
    expect(await tokensOf(owner.address)).toBe(100n)
  })

  test('runs until its deadline', async () => {
    const { owner, hash, deadline } = await held()
    await node('evm_setNextBlockTimestamp', deadline)
    await sponsors.bundler.bundle()
    expect(await outcomeOf(hash)).toMatchObject({ success: true })
    expect(await tokensOf(owner.address)).toBe(99n)
  })

  test('runs never once its nonce is used up', async () => {
    const { owner, hash } = await held()
    await node('anvil_setBalance', owner.address, '0xde0b6b3a7640000')
    await node('anvil_impersonateAccount', owner.address)
    await node('eth_sendTransaction', { from: owner.address, ...burnCall() })
    await node('evm_mine')
    await node('anvil_stopImpersonatingAccount', owner.address)
    expect(BigInt(await nonceOf(owner.address))).toBe(1n)
    // A new delegation would let it run, had only the account's own nonce been used.
    await node('anvil_setCode', owner.address, delegation(executor))
    await sponsors.bundler.bundle().catch(() => undefined)
    expect(await outcomeOf(hash)).toBeUndefined()
    expect(await tokensOf(owner.address)).toBe(100n)
  })

  test('that upgrades runs with no other delegate', async () => {
    const { owner, hash } = await held()
    await node('anvil_setCode', listed.simple, await codeOf(executor))
    await node('anvil_setCode', owner.address, delegation(listed.simple))
    await node('anvil_setNonce', owner.address, '0x1')
    await sponsors.bundler.bundle().catch(() => undefined)
    expect(await outcomeOf(hash)).toBeUndefined()
    expect(await tokensOf(owner.address)).toBe(100n)
  })

  test('has only its own logs among those of a bundle', async () => {
    const one = await held()
    const two = await held()
    await sponsors.bundler.bundle()
    for (const { owner, hash } of [one, two]) {
      const { logs } = (await outcomeOf(hash)) ?? expect.fail()
      expect(logs.map(({ topics }) => topics[1]?.slice(26))).toEqual([
        owner.address.slice(2).toLowerCase(),
      ])
    }
  })
})

test('calls that fail are an operation that failed, and change nothing', async () => {
  const owner = newAccount()
  await mint(owner.address, 100n)
  const calls = [transfer(stranger, 1n), transfer(stranger, 1_000n)]
  const operation = await prepare(owner, sponsors.signing, calls)
  const { args } = decodeFunctionData({
    abi: parseAbi([
      'struct Call { address target; uint256 value; bytes data; }',
      'function executeBatch(Call[] calls)',
    ]),
    data: operation.callData,
  })
  expect(args[0]).toHaveLength(3)
  const { hash } = await send(owner, sponsors.signing, operation)
  expect(await outcomeOf(hash)).toEqual({ success: false, logs: [] })
  expect(await tokensOf(owner.address)).toBe(100n)
})
