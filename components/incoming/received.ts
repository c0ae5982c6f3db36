import { useLiveQuery } from 'dexie-react-hooks'
import { zeroAddress, type Address, type Hex } from 'viem'
import { allIncoming, type Arrived } from '@/lib/incoming/incoming'
import type { ActivityFilter } from '../batches/filter'

/** Something that arrived, as a row has it: a token from somebody, or a rise of a balance from nobody knows whom. */
export type Received = {
  key: string
  chainId: number
  account: Address
  /** Undefined for the coin. */
  token: Address | undefined
  amount: Hex
  from: Address | undefined
  hash: Hex | undefined
  /** In ms since 1970; `isSeen` if that is when it was found, not when it came. */
  at: number
  isSeen: boolean
}

/** Lists what arrived on one chain at one account, newest first. */
export const receivedIn = ({ chainId, account, incoming }: Arrived): Received[] => {
  const place = { chainId, account }
  const receipts = incoming.receipts.map(
    ({ token, from, amount, hash, index, time, seenAt }): Received => ({
      ...place,
      key: `${hash} ${index}`,
      token,
      amount,
      // Newly made tokens come from nobody.
      from: from === zeroAddress ? undefined : from,
      hash,
      at: time ?? seenAt,
      isSeen: time === undefined,
    }),
  )
  const rises = incoming.rises.map(({ token, amount, block, seenAt }): Received => ({
    ...place,
    key: `${chainId} ${account} ${token ?? ''} ${block}`,
    token,
    amount,
    from: undefined,
    hash: undefined,
    at: seenAt,
    isSeen: true,
  }))
  return [...receipts, ...rises].toSorted((a, b) => b.at - a.at)
}

const has = (part: string | undefined, words: string) =>
  part?.toLowerCase().includes(words) ?? false

/** Matches what arrived with the filter of the activity: it has no site, and it is done. */
export const fitsReceived = (
  { became, chainId, origin, account, text = '' }: ActivityFilter,
  one: Received,
): boolean => {
  const words = text.trim().toLowerCase()
  return (
    (became === undefined || became === 'done') &&
    origin === undefined &&
    (chainId === undefined || chainId === one.chainId) &&
    (account === undefined || account === one.account) &&
    (words === '' || [one.token, one.from, one.hash].some((part) => has(part, words)))
  )
}

/** All that arrived, live; undefined while it is read. */
export const useArrived = (): Arrived[] | undefined => useLiveQuery(allIncoming)
