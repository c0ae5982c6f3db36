import { getAddress, isAddress, numberToHex, type Address, type Hex } from 'viem'
import type { Call } from '../db'
import type { Asset } from '../db/outcome'
import { readOnce } from '../decode/readOnce'
import type { Argument, DecodedCall, CallStep } from '../decode/reading'
import { sameAddress } from '../values/address'
import { assetKey } from './material'
import { wantRight } from './rightGrants'
import {
  nothing,
  wantAsset,
  wantGrant,
  wantReceiver,
  type ReadSet,
  type TokenAsset,
} from './readSet'

/**
 * Returns the assets and allowances that calls name, before anything runs. Each called contract may be a
 * token, and so may each address in the arguments. `own`: how many calls at either end are those of the wallet's lock,
 * which pull nothing.
 */
export const mentionsInCalls = (
  calls: readonly Call[],
  from: Address,
  chainId: number,
  own = { before: 0, behind: 0 },
): ReadSet => {
  const wants = nothing()
  for (const [index, call] of calls.entries()) {
    const { to, data } = call
    if (!to || data === '0x') continue
    const step = { from, to, reading: readOnce(call, from, chainId) }
    readStep(wants, step, from)
    if (index >= own.before && index < calls.length - own.behind) readPuller(wants, step, from)
  }
  return wants
}

/** Adds who may pull something, and what the account's own calls send: nobody pulls that. */
const readPuller = (
  wants: ReadSet,
  { from, to, reading }: Pick<CallStep, 'from' | 'to' | 'reading'>,
  account: Address,
): void => {
  wants.callees.add(getAddress(to))
  const isOwn = sameAddress(from, account)
  const send = (asset: Asset, amount: Hex) => {
    const key = assetKey({ asset })
    wants.sent.set(key, (wants.sent.get(key) ?? 0n) + BigInt(amount))
  }
  if (reading.kind === 'multicall')
    for (const inner of reading.steps) readPuller(wants, inner, account)
  else if (isOwn && reading.kind === 'transfer' && reading.token !== 'native') {
    const { token: address, amount } = reading
    if (!sameAddress(to, address) || !sameAddress(reading.from, account) || amount === null) return
    // ERC-20 and ERC-721 share a function, and the number is an amount or an ID.
    send(coinOf(address), amount)
    send({ standard: 'ERC721', address, tokenId: numberToHex(BigInt(amount)) }, '0x1')
  } else if (isOwn && reading.kind === 'transferItems' && sameAddress(reading.from, account))
    for (const { id, amount } of reading.items)
      send(
        { standard: 'ERC1155', address: reading.token, tokenId: numberToHex(BigInt(id)) },
        amount,
      )
}

const readStep = (
  wants: ReadSet,
  step: Pick<CallStep, 'from' | 'to' | 'reading'>,
  account: Address,
) => {
  const token = (address: Address | 'native' | null, isCalled = true) => {
    if (address && address !== 'native')
      wantAsset(wants, { asset: coinOf(address), isNamed: false, isCalled, net: 0n })
  }
  const receiver = (asset: TokenAsset, { from, to }: { from: Address; to: Address }, said: Hex) => {
    if (sameAddress(from, account) && !sameAddress(to, account) && BigInt(said) > 0n)
      wantReceiver(wants, { asset, to, said: BigInt(said), isCalled: true })
  }
  token(step.to)
  const { reading } = step
  switch (reading.kind) {
    case 'transfer': {
      const { token: moved, unit, amount } = reading
      if (unit === 'id') return undefined
      if (moved !== 'native' && amount !== null) receiver(coinOf(moved), reading, amount)
      return token(moved)
    }
    case 'swap':
      token(reading.give)
      return token(reading.get)
    case 'wrap':
    case 'unwrap':
    case 'sweep':
      return token(reading.token)
    case 'transferItems':
      if (sameAddress(reading.from, account) || sameAddress(reading.to, account))
        for (const { id: tokenId, amount } of reading.items) {
          const asset: TokenAsset = {
            standard: reading.standard?.startsWith('ERC-6909') ? 'ERC6909' : 'ERC1155',
            address: reading.token,
            tokenId,
          }
          wantAsset(wants, { asset, isNamed: false, isCalled: true, net: 0n })
          receiver(asset, reading, amount)
        }
      return undefined
    case 'approve':
    case 'permit':
    case 'approveAll':
      token(reading.token)
      // A token may move without a log, and to whom else than to whom may take it.
      if (reading.kind !== 'approveAll' && reading.unit !== 'id')
        receiver(
          coinOf(reading.token),
          { from: reading.owner, to: reading.spender },
          reading.amount,
        )
      return readGrant(wants, reading, account)
    case 'right':
      token(reading.keeper)
      return wantRight(wants, reading, account)
    case 'multicall':
      for (const inner of reading.steps) readStep(wants, inner, account)
      return undefined
    default:
      // A token without transfer logs is often an argument of the call that moves it.
      return addressesIn(reading.args).forEach((address) => token(address, false))
  }
}

const coinOf = (address: Address): TokenAsset => ({ standard: 'ERC20', address })

const addressesIn = (args: readonly Argument[]): Address[] =>
  args.flatMap(({ type, value }) => {
    if (typeof value !== 'string') return addressesIn(value)
    return type === 'address' && isAddress(value, { strict: false }) ? [value] : []
  })

const readGrant = (
  wants: ReadSet,
  reading: Extract<DecodedCall, { kind: 'approve' | 'permit' | 'approveAll' }>,
  account: Address,
): void => {
  if (!sameAddress(reading.owner, account)) return
  const { token } = reading
  if (reading.kind === 'approveAll')
    wantGrant(wants, { standard: 'collection', token, spender: reading.operator }, { isSet: true })
  // The allowance for a single token ID is read once the approval log names it.
  else if (reading.unit !== 'id') {
    const standard = reading.keeper === 'Permit2' ? 'Permit2' : 'ERC20'
    wantGrant(wants, { standard, token, spender: reading.spender }, { isSet: true })
  }
}
