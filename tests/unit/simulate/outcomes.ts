import type { Address } from 'viem'
import { materialChanges } from '@/lib/simulate/material'
import type { Allowance, Asset, Change, Outcome } from '@/lib/db/outcome'
import { executor } from '@/lib/delegate/executor'
import { stranger } from '../accounts'

export const usdc: Address = '0x00000000000000000000000000000000000000a1'
export const dai: Address = '0x00000000000000000000000000000000000000b2'

/** A token's asset. */
export const token = (address: Address): Asset => ({ standard: 'ERC20', address })

/** Returns a change: the account gets a positive amount and pays a negative one, in raw units. */
export const change = (asset: Asset, by: number | bigint): Change => ({
  asset,
  direction: by < 0 ? 'out' : 'in',
  amount: `0x${(by < 0 ? -BigInt(by) : BigInt(by)).toString(16)}`,
})

/** Returns an allowance of USDC that the stranger has after the batch. */
export const allowance = (left: bigint | 'all', over: Partial<Allowance> = {}): Allowance => ({
  standard: 'ERC20',
  token: usdc,
  spender: stranger,
  before: '0x0',
  left: left === 'all' ? left : `0x${left.toString(16)}`,
  ...over,
})

/** A swap of 1,000,000 USDC for 2,000,000 DAI, any part of it replaced. */
export const outcome = (over: Partial<Outcome> = {}): Outcome => ({
  mode: 'atomic',
  delegate: executor,
  upgrade: false,
  replaces: null,
  verdict: 'succeeds',
  failing: null,
  recipients: [stranger],
  changes: [change(token(usdc), -1_000_000), change(token(dai), 2_000_000)],
  payees: [],
  allowances: [],
  unchecked: [],
  ...over,
})

/** Returns the kinds of material differences between two outcomes. */
export const kinds = (armed: Outcome, now: Outcome) =>
  materialChanges(armed, now).map(({ kind }) => kind)
