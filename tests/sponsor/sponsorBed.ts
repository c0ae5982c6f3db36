import {
  encodeFunctionData,
  erc20Abi,
  hexToBytes,
  numberToHex,
  parseAbi,
  parseUnits,
  type Address,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { approveBatch } from '@/lib/batch/approveBatch'
import { batchOf, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { createSponsors } from '@/lib/batch/sponsors'
import { callsStatus, type CallsStatus } from '@/lib/batch/status'
import type { World } from '@/lib/batch/world'
import { cache, journal, type Approval, type Call } from '@/lib/db'
import { delegation, executor } from '@/lib/delegate/executor'
import { signUserOperation, signTransaction } from '@/lib/keyring/sign'
import { suggestFees } from '@/lib/network/fees'
import { request } from '@/lib/network/node'
import { loadNetworks } from '@/lib/network/urls'
import { hashOutcome, keptOutcome } from '@/lib/simulate/acceptedOutcome'
import { simulateBatch } from '@/lib/simulate/lookAgain'
import type { Quote } from '@/lib/simulate/quote'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import type { PaymasterService } from '@/lib/sponsor/capability'
import { acceptedOutcomes } from '@/lib/quotes/accepted'
import { startChain } from '../chain/index.ts'
import { plantRouter } from '../chain/router.ts'
import { rpc } from '../chain/rpc.ts'
import { startSponsors } from '../chain/sponsor.ts'
import { leadTo } from '../harness/leadTo.ts'
import { newWorld } from '../harness/world.ts'
import { alice, bob } from '../unit/accounts.ts'

export const chainId = 31337

/** A unit of the chain's dollar. */
export const unit = parseUnits('1', 6)

const mint = parseAbi(['function mint(address to, uint256 amount)'])

/** An account of the wallet, with its key and what coin it began with, in wei. */
export type Account = { key: Hex; from: Address; wei: bigint }

/** Coin of an account that could pay for its batch itself, in wei. */
export const coin = 10n ** 18n

let named = 0

/**
 * Opens a chain with EntryPoint, router, paymasters and a bundler: the wallet's local network. `other` starts a bundler
 * over the chain in place of the one for tests.
 */
export const openBed = async (other?: (url: string) => Promise<string>) => {
  const chain = await startChain({ hardfork: 'prague' })
  const { url, contracts } = chain
  const letGo = leadTo(chainId, url)
  await plantRouter(url, bob)
  const sponsors = await startSponsors(
    url,
    chainId,
    bob,
    contracts.usdc,
    other && (() => other(url)),
  )
  const node = <T>(method: string, ...params: unknown[]) => rpc<T>(url, method, params)

  let untouched = await node<string>('evm_snapshot')

  const tokenCall = (name: 'transfer' | 'approve', to: Address, amount: bigint): Call => ({
    to: contracts.usdc,
    value: '0x0',
    data: encodeFunctionData({ abi: erc20Abi, functionName: name, args: [to, amount] }),
  })

  const tokensOf = async (account: Address) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
    return BigInt(await node<Hex>('eth_call', { to: contracts.usdc, data }, 'latest'))
  }

  const weiOf = async (account: Address) =>
    BigInt(await node<Hex>('eth_getBalance', account, 'latest'))

  /** Sends a transaction of anybody's at nobody's cost, and has it in a block. */
  const sendAs = async (from: Address, { to, data }: Pick<Call, 'to' | 'data'>) => {
    const had = await node<Hex>('eth_getBalance', from, 'latest')
    await node('anvil_impersonateAccount', from)
    await node('anvil_setBalance', from, numberToHex(10n ** 20n))
    await node('eth_sendTransaction', { from, to, data })
    await node('evm_mine')
    await node('anvil_setBalance', from, had)
  }

  /** Adds a new account with a hundred dollars to the wallet; without coin unless it gets some, in wei. */
  const newAccount = async (isUpgraded = false, wei = 0n): Promise<Account> => {
    const key = generatePrivateKey()
    const from = privateKeyToAddress(key)
    await journal.accounts.put({ address: from, index: 0, name: 'Account 1' })
    const minted = [from, 100n * unit] as const
    const data = encodeFunctionData({ abi: mint, functionName: 'mint', args: minted })
    await sendAs(alice, { to: contracts.usdc, data })
    if ((await tokensOf(from)) !== 100n * unit) throw new Error('the account has no dollars')
    if (isUpgraded) await node('anvil_setCode', from, delegation(executor))
    await node('anvil_setBalance', from, numberToHex(wei))
    return { key, from, wei }
  }

  /** Returns the coin that an account has paid, in wei. */
  const paidBy = async ({ from, wei }: Account) => wei - (await weiOf(from))

  /** Empties the wallet. */
  const forget = async () => {
    await Promise.all([...journal.tables, ...cache.tables].map((table) => table.clear()))
    await loadNetworks()
  }

  return {
    url,
    contracts,
    sponsors,
    forget,
    node,
    tokenCall,
    tokensOf,
    weiOf,
    paidBy,
    sendAs,
    newAccount,
    /** Empties the wallet, and takes the chain and its time back to where they began. */
    reset: async () => {
      await node('evm_revert', untouched)
      untouched = await node<string>('evm_snapshot')
      await node('evm_setAutomine', true)
      await forget()
      sponsors.bundler.reset()
    },
    stop: async () => {
      letGo()
      await Promise.all([sponsors.signing.stop(), sponsors.takesTokens.stop()])
      await chain.stop()
    },
  }
}

export type Bed = Awaited<ReturnType<typeof openBed>>

/** Quotes a batch that somebody else is to pay for. */
export const quoted = (from: Address, calls: Call[], paymaster: PaymasterService): Promise<Quote> =>
  quoteBatch({ from, chainId, calls, atomicRequired: false, paymaster })

/**
 * Approves a batch on the terms of its quote, as the window and the background do; returns its key. `by`: who asked for
 * it, and how; `paymaster`: who the site wants to pay.
 */
export const approve = async (
  from: Address,
  calls: Call[],
  quote: Quote,
  by: Partial<Pick<Approval, 'origin' | 'method'>> = {},
  paymaster?: PaymasterService,
): Promise<string> => {
  const kept = keptOutcome(quote)
  const hash = hashOutcome(kept.outcome)
  const quotes = { recall: () => kept, ask: () => Promise.resolve({ quote, outcome: hash }) }
  const accepted = await acceptedOutcomes(quotes, 'it', { outcomes: [hash] })
  if (accepted === 'changed') throw new Error('the outcome changed')
  const key = `sponsored ${++named}`
  const site = { origin: 'https://dapp.example', method: 'wallet_sendCalls' }
  const row = { id: key, ...site, ...by } as Approval
  const { mode, gas, fees, upgrade, verdict: expected, delegate, sponsor } = quote
  const asked = { from, chainId, calls, atomicRequired: false, paymaster }
  const { write } = await approveBatch(row, asked, key, {
    mode,
    upgrade,
    gas,
    fees,
    expected,
    delegate: delegate ?? executor,
    edits: [],
    ...(sponsor ? { isSponsored: true as const } : {}),
    ...accepted,
  })
  await write()
  return key
}

/** The wallet's own world over the chain, that signs with the account's key. */
export const worldOf = ({ key }: Account): World & { sponsors: NonNullable<World['sponsors']> } => {
  const bytes = () => new Uint8Array(hexToBytes(key))
  return {
    ...newWorld(request),
    simulate: simulateBatch,
    sign: (_, signing) => signTransaction(bytes(), signing),
    sponsors: createSponsors(
      (_, signing) => signUserOperation(bytes(), signing),
      () => Promise.resolve(true),
    ),
  }
}

/** The status of a batch as its site is told. */
export const statusOf = async (key: string): Promise<CallsStatus> =>
  callsStatus(await batchOf(key), await stateOf(key))

/** Lets a runner work on a world until nothing more happens, and returns the status of a batch. */
export const run = async (world: World, key: string): Promise<CallsStatus> => {
  const runner = createRunner(world, suggestFees)
  for (let looks = 0; looks < 20; looks++) {
    await runner.advance()
    if (!(await runner.look(chainId))) break
  }
  return statusOf(key)
}
