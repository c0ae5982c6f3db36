import {
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  numberToHex,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { approveBatch } from '@/lib/batch/approveBatch'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { authorizedBy, deadlineAt, transactionOf } from '@/lib/batch/batchTransaction'
import { cache, journal, type Approval, type Batch, type Call } from '@/lib/db'
import { permit2 } from '@/lib/decode/contracts'
import { delegation, executor } from '@/lib/delegate/executor'
import type { LockChoice } from '@/lib/lock/choice'
import { loadNetworks } from '@/lib/network/urls'
import type { Quote } from '@/lib/simulate/quote'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { acceptedOutcomes } from '@/lib/quotes/accepted'
import { hashOutcome, keptOutcome } from '@/lib/simulate/acceptedOutcome'
import { compile } from '../chain/compile.ts'
import { startChain } from '../chain/index.ts'
import { plantEnforcers } from '../chain/enforcers.ts'
import { plantRouter } from '../chain/router.ts'
import { rpc } from '../chain/rpc.ts'
import { leadTo } from '../harness/leadTo.ts'
import { signWithKnownKeys } from '../harness/world.ts'
import { alice, bob } from '../unit/accounts.ts'

export const chainId = 31337

/** Number of kinds of token that `KindToken` can be. */
export const kinds = [
  'plain',
  'without a return value',
  'shares that round',
  'pausable',
  'with a blocklist',
  'with a hook',
  'a fee on transfer',
  'a fee on top',
  'no transfer to oneself',
  'false on a transfer to oneself',
  'false for too little',
  'pays on each transfer',
  'an ambush',
] as const

/** A unit of the tokens, which have six decimals. */
export const unit = 10n ** 6n

export const ether = 10n ** 18n

const started = Math.floor(Date.now() / 1000)

/** Opens a chain with a router, a shop, a token of a kind, and a plain one: the wallet's local network. */
export const openBed = async (kind: number, hasRouter = true) => {
  const chain = await startChain({ hardfork: 'prague' })
  const { url } = chain
  const letGo = leadTo(chainId, url)
  const locked = await compile('locked')
  const artifactOf = (name: string): { abi: Abi; bytecode: Hex; runtime: Hex } => {
    const artifact = locked[name]
    if (!artifact) throw new Error(`there is no contract ${name}`)
    return artifact
  }
  await rpc(url, 'evm_setAutomine', [false])
  /** Sends a transaction; one with a tip waits for the next block, where it goes first. */
  const send = async (from: Address, call: { to?: Address; data: Hex }, tip?: bigint) => {
    const fees = tip
      ? { maxPriorityFeePerGas: numberToHex(tip), maxFeePerGas: numberToHex(2n * tip) }
      : {}
    const asked = { from, ...call, gas: '0x4c4b40', ...fees }
    const hash = await rpc<Hex>(url, 'eth_sendTransaction', [asked])
    if (!tip) await rpc(url, 'evm_mine')
    return hash
  }
  const deploy = async (name: string, ...args: unknown[]): Promise<Address> => {
    const hash = await send(bob, { data: encodeDeployData({ ...artifactOf(name), args }) })
    const found = await rpc<{ contractAddress: Address }>(url, 'eth_getTransactionReceipt', [hash])
    return found.contractAddress
  }
  const dollar = await deploy('KindToken', 0)
  const token = await deploy('KindToken', kind)
  const accomplice = await deploy('Robber')
  const shop = await deploy('Market', accomplice)
  const plots = await deploy('Plots')
  const stock = await deploy('Stock')
  const encode = (name: string, functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: artifactOf(name).abi, functionName, args })
  const tell = (name: string, to: Address, functionName: string, args: unknown[], tip?: bigint) =>
    send(bob, { to, data: encode(name, functionName, args) }, tip)
  for (const one of [dollar, token])
    for (const to of [alice, shop])
      await tell('KindToken', one, 'mint', [to, (to === shop ? 100_000n : 10_000n) * unit])
  await tell('KindToken', token, 'setPrey', [dollar])
  // An older allowance, as many accounts have given to routers.
  for (const one of [dollar, token])
    await send(alice, { to: one, data: encode('KindToken', 'approve', [accomplice, 2n ** 255n]) })
  for (const [to, first] of [
    [alice, 1n],
    [shop, 7n],
    [shop, 1007n],
  ] as const)
    for (const id of [first, first + 1n]) await tell('Plots', plots, 'mint', [to, id])
  for (const to of [alice, shop])
    for (const id of [1n, 2n]) await tell('Stock', stock, 'mint', [to, id, 5_000n])
  await send(alice, {
    to: plots,
    data: encode('Plots', 'setApprovalForAll', [accomplice, true]),
  })
  await rpc(url, 'anvil_setCode', [permit2, artifactOf('Permits').runtime])
  await rpc(url, 'anvil_setBalance', [shop, numberToHex(1_000n * ether)])
  await rpc(url, 'anvil_setCode', [alice, delegation(executor)])
  if (hasRouter) await plantRouter(url, bob)
  if (hasRouter) await plantEnforcers(url, bob)
  await rpc(url, 'evm_mine')

  const balance = async (of: Address | null): Promise<bigint> =>
    BigInt(
      of === null
        ? await rpc<Hex>(url, 'eth_getBalance', [alice, 'latest'])
        : await rpc<Hex>(url, 'eth_call', [
            { to: of, data: encode('KindToken', 'balanceOf', [alice]) },
            'latest',
          ]),
    )

  /** Answer of a contract's view function. */
  const view = async (name: string, to: Address, functionName: string, args: unknown[]) =>
    decodeFunctionResult({
      abi: artifactOf(name).abi,
      functionName,
      data: await rpc<Hex>(url, 'eth_call', [
        { to, data: encode(name, functionName, args) },
        'latest',
      ]),
    })

  const allowance = async (of: Address, spender: Address): Promise<bigint> => {
    const data = encode('KindToken', 'allowance', [alice, spender])
    return BigInt(await rpc<Hex>(url, 'eth_call', [{ to: of, data }, 'latest']))
  }

  return {
    url,
    places: { dollar, token, accomplice, shop, plots, stock },
    tell,
    send,
    deploy,
    balance,
    view,
    /** Allowance of a spender over the account's tokens. */
    allowance,
    call: (name: string, to: Address, functionName: string, args: unknown[], value = 0n): Call => ({
      to,
      value: numberToHex(value),
      data: encode(name, functionName, args),
    }),
    /** Empties the wallet, which then has its account and watches the plain token. */
    reset: async () => {
      await Promise.all([...journal.tables, ...cache.tables].map((table) => table.clear()))
      await loadNetworks()
      await journal.accounts.put({ address: alice, index: 0, name: 'Account 1' })
      const key = `${chainId}:${dollar}`
      await journal.assets.put({
        key,
        chainId,
        address: dollar,
        standard: 'ERC20',
        addedAt: started,
      })
    },
    stop: async () => {
      letGo()
      await chain.stop()
    },
  }
}

export type Bed = Awaited<ReturnType<typeof openBed>>

const requestFor = (calls: Call[]): BatchRequest => ({
  from: alice,
  chainId,
  calls,
  atomicRequired: true,
})

let approved = 0

/** Quotes a batch and approves it on the terms of its quote, as the window and the background do. */
export const approve = async (
  calls: Call[],
  change: (quote: Quote) => Quote = (quote) => quote,
  lock?: LockChoice,
): Promise<{ quote: Quote; batch: Batch }> => {
  const asked = requestFor(calls)
  const quote = change(
    await quoteBatch(asked, lock?.isSingle ? undefined : 'atomic', undefined, undefined, lock),
  )
  const kept = keptOutcome(quote)
  const hash = hashOutcome(kept.outcome)
  const quotes = {
    recall: () => kept,
    ask: () => Promise.resolve({ quote, outcome: hash }),
  }
  const accepted = await acceptedOutcomes(quotes, 'it', { outcomes: [hash] })
  if (accepted === 'changed') throw new Error('the outcome changed')
  const id = `batch ${++approved}`
  const { gas, fees, upgrade, verdict, delegate } = quote
  const row = { id, origin: 'https://dapp.example', method: 'wallet_sendCalls' } as Approval
  const { write } = await approveBatch(row, asked, id, {
    mode: quote.mode,
    upgrade,
    gas,
    fees,
    expected: verdict,
    delegate: delegate ?? executor,
    edits: [],
    ...accepted,
  })
  await write()
  const batch = await journal.batches.get(id)
  if (!batch) throw new Error('the approved batch is not in the journal')
  return { quote, batch }
}

/** Signs a batch as the runner does; without its locks, as it was before there were any. */
export const signed = async (
  url: string,
  { locks, ...batch }: Batch,
  isLocked: boolean,
): Promise<Hex> => {
  const nonce = Number(await rpc<Hex>(url, 'eth_getTransactionCount', [alice, 'latest']))
  const frozen = isLocked && locks ? { ...batch, locks } : batch
  const authorize = batch.upgrade ? authorizedBy(batch) : null
  const raw = await signWithKnownKeys(alice, {
    transaction: transactionOf(frozen, 0, nonce, { deadline: deadlineAt(Date.now()) }),
    ...(authorize ? { authorize } : {}),
  })
  if (!raw) throw new Error('nothing was signed')
  return raw
}
