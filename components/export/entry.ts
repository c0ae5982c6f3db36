import { formatUnits, hexToBigInt, type Address, type Hash, type Hex } from 'viem'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import type { State } from '@/lib/batch/state'
import { statusCode, type StatusCode } from '@/lib/batch/status'
import type { Batch } from '@/lib/db'
import type { Asset, Change } from '@/lib/db/outcome'
import { findNetwork } from '@/lib/network/networks'
import { transfersIn } from '@/lib/simulate/transfers'
import { sameAddress } from '@/lib/values/address'
import { wordOf, type BatchWord } from '../batches/word'
import { namedAt, tokenAt, type Tokens } from '../calls/tokenFacts'
import { networkName } from '../text/network'

/** An amount, exact: in raw units, and with its decimals where they are known. */
type Exact = { units: string; amount?: string }

/** The source of an amount: the token's own log, or the outcome that was accepted, whole or as a bound. */
type Basis = 'log' | 'expected' | 'at least' | 'at most' | 'partly'

/** Something that left the account or arrived. A token has a symbol only if it is listed or the account's own. */
export type Movement = Exact & {
  direction: Change['direction']
  standard: Asset['standard']
  symbol: string
  token: Address | ''
  tokenId: string
  basis: Basis
}

/** A transaction of a batch; `block` and `fee` once a block has it. */
type Sent = {
  hash: Hash
  kind: 'call' | 'cancel'
  nonce: number
  result: 'succeeded' | 'reverted' | 'open'
  block?: number
  fee?: Exact
}

/** A batch as a file has it. `isChecked`: false if nobody saw at approval what it moves. */
export type Entry = {
  time: string
  status: StatusCode
  word: BatchWord
  network: string
  chainId: number
  account: Address
  site: string
  id: string
  mode: Batch['mode']
  calls: { to: Address | null; value: Exact; data: Hex }[]
  isChecked: boolean
  movements: Movement[]
  fee?: Exact & { symbol: string }
  transactions: Sent[]
}

const exact = (units: bigint, decimals: number | undefined): Exact => ({
  units: String(units),
  ...(decimals === undefined ? {} : { amount: formatUnits(units, decimals) }),
})

/** Returns the net that the logs of a token tell for the account, in the batch's own transactions. */
const logged = ({ from }: Batch, state: State, token: Address): bigint | undefined => {
  const transfers = state.transactions
    .filter(({ kind, receipt, ran }) => kind === 'call' && receipt?.status === '0x1' && ran)
    .flatMap(({ receipt }) => receipt?.logs ?? [])
    .filter(({ address }) => sameAddress(address, token))
    .flatMap((log) => transfersIn(log, from))
    .filter(({ asset }) => asset.standard === 'ERC20')
  if (transfers.length === 0) return undefined
  return transfers.reduce(
    (net, one) =>
      net +
      (sameAddress(one.to, from) ? one.amount : 0n) -
      (sameAddress(one.from, from) ? one.amount : 0n),
    0n,
  )
}

const basisOf = ({ direction }: Change, isBound: boolean, code: StatusCode): Basis => {
  if (code === 600) return 'partly'
  if (!isBound) return 'expected'
  return direction === 'out' ? 'at most' : 'at least'
}

const movementOf = (
  change: Change,
  isBound: boolean,
  { batch, state, tokens }: { batch: Batch; state: State; tokens: Tokens },
): Movement => {
  const { asset, direction } = change
  const code = statusCode(batch, state)
  const network = findNetwork(batch.chainId)
  const expected = hexToBigInt(change.amount)
  const basis = basisOf(change, isBound, code)
  const place = { direction, standard: asset.standard, tokenId: '' }
  if (asset.standard === 'native')
    return {
      ...place,
      ...exact(expected, network?.decimals),
      symbol: network?.symbol ?? '',
      token: '',
      basis,
    }
  const token = asset.address
  const symbol = namedAt(tokens, token)?.symbol ?? ''
  if (asset.standard !== 'ERC20')
    return {
      ...place,
      ...exact(expected, 0),
      symbol,
      token,
      tokenId: String(BigInt(asset.tokenId)),
      basis,
    }
  const net = code === 200 ? logged(batch, state, token) : undefined
  const told = net !== undefined && (direction === 'out' ? -net : net)
  const isTold = told !== false && told > 0n
  return {
    ...place,
    ...exact(isTold ? told : expected, tokenAt(tokens, token)?.decimals),
    symbol,
    token,
    basis: isTold ? 'log' : basis,
  }
}

/** Puts a batch into the form that a file has. Nothing moved in one that failed or was stopped. */
export const entryOf = (batch: Batch, state: State, tokens: Tokens): Entry => {
  const { expected, chainId } = batch
  const code = statusCode(batch, state)
  const network = findNetwork(chainId)
  const isSeen =
    typeof expected === 'object' &&
    expected.verdict === 'succeeds' &&
    !expected.unchecked?.includes('changes')
  const mayMove = code !== 400 && code !== 500
  const inBlocks = state.transactions.filter(({ receipt }) => receipt)
  const fees = inBlocks.flatMap(({ fee }) => (fee === undefined ? [] : [hexToBigInt(fee)]))
  const isPaid = fees.length > 0 && fees.length === inBlocks.length
  const paid = fees.reduce((sum, fee) => sum + fee, 0n)
  return {
    time: new Date(batch.createdAt).toISOString(),
    status: code,
    word: wordOf({ batch, state, isQueued: false }, true),
    network: networkName(chainId),
    chainId,
    account: batch.from,
    site: batch.origin === internalOrigin ? 'Volley' : batch.origin,
    id: batch.id,
    mode: batch.mode,
    calls: batch.calls.map(({ to, value, data }) => ({
      to,
      value: exact(hexToBigInt(value), network?.decimals),
      data,
    })),
    isChecked: isSeen,
    movements:
      isSeen && mayMove
        ? expected.changes.map((change) =>
            movementOf(change, expected.isBound ?? false, { batch, state, tokens }),
          )
        : [],
    ...(isPaid
      ? { fee: { ...exact(paid, network?.decimals), symbol: network?.symbol ?? '' } }
      : {}),
    transactions: state.transactions.map(({ hash, kind, nonce, receipt, fee }) => ({
      hash,
      kind,
      nonce,
      result: receipt ? (receipt.status === '0x1' ? 'succeeded' : 'reverted') : 'open',
      ...(receipt ? { block: Number(receipt.blockNumber) } : {}),
      ...(fee === undefined ? {} : { fee: exact(hexToBigInt(fee), network?.decimals) }),
    })),
  }
}
