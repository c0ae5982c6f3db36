import { formatUnits, hexToBigInt, type Address, type Hash } from 'viem'
import { allIncoming } from '@/lib/incoming/incoming'
import { findNetwork } from '@/lib/network/networks'
import type { ActivityFilter } from '../batches/filter'
import { namedAt, tokenAt } from '../calls/tokenFacts'
import { fitsReceived, receivedIn } from '../incoming/received'
import { networkName } from '../text/network'
import { tokenReader } from './tokenReader'

/**
 * Something that arrived, as a file has it. `isSeen`: the time is that of the look that found it. `basis`: the token's log,
 * or the difference of two balances, of which nobody knows the sender.
 */
export type ReceivedEntry = {
  time: string
  isSeen: boolean
  network: string
  chainId: number
  account: Address
  symbol: string
  token: Address | ''
  units: string
  amount?: string
  basis: 'log' | 'balance'
  sender: Address | ''
  transaction: Hash | ''
}

/** All that arrived and fits the filter, newest first. */
export const receivedEntries = async (filter: ActivityFilter): Promise<ReceivedEntry[]> => {
  const tokensOf = tokenReader()
  const received = (await allIncoming())
    .flatMap(receivedIn)
    .filter((one) => fitsReceived(filter, one))
    .toSorted((a, b) => b.at - a.at)
  return Promise.all(
    received.map(async ({ chainId, account, token, amount, from, hash, at, isSeen }) => {
      const tokens = await tokensOf(chainId, account)
      const network = findNetwork(chainId)
      const units = hexToBigInt(amount)
      const decimals = token ? tokenAt(tokens, token)?.decimals : network?.decimals
      return {
        time: new Date(at).toISOString(),
        isSeen,
        network: networkName(chainId),
        chainId,
        account,
        symbol: (token ? namedAt(tokens, token)?.symbol : network?.symbol) ?? '',
        token: token ?? '',
        units: String(units),
        ...(decimals === undefined ? {} : { amount: formatUnits(units, decimals) }),
        basis: hash ? 'log' : 'balance',
        sender: from ?? '',
        transaction: hash ?? '',
      }
    }),
  )
}
