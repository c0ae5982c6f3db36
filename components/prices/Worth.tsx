import type { Address } from 'viem'
import type { Quote } from '@/lib/simulate/quote'
import { assetKey } from '@/lib/simulate/material'
import { findNetwork } from '@/lib/network/networks'
import type { Change } from '@/lib/db/outcome'
import type { Place } from '../calls/place'
import { tokenAt } from '../calls/tokenFacts'
import { dollars } from '../text/dollars'
import { t } from '../text/messages'
import { timeText } from '../text/time'
import { useReadPrices, useWorth } from './usePrices'
import styles from '../calls/Changes.module.css'

/** Worth of a change by the feeds of its chain; nothing where there is no price. */
export const Worth = ({
  change: { asset, amount },
  quote,
  place,
}: {
  change: Change
  quote: Quote
  place: Place
}) => {
  const { chainId, from, tokens } = place
  const named = quote.changes.flatMap(({ asset: one }): Address[] =>
    one.standard === 'ERC20' ? [one.address] : [],
  )
  // One line asks for all of them.
  const [first] = quote.changes
  const isFirst = first !== undefined && assetKey(first) === assetKey({ asset })
  useReadPrices(chainId, from, isFirst ? named.toSorted() : undefined)
  const worthOf = useWorth(chainId, from)
  const [of, decimals] =
    asset.standard === 'native'
      ? (['native', findNetwork(chainId)?.decimals ?? 18] as const)
      : ([asset.address, tokenAt(tokens, asset.address)?.decimals] as const)
  const isAmount = asset.standard === 'native' || asset.standard === 'ERC20'
  const worth =
    isAmount && decimals !== undefined ? worthOf?.(of, BigInt(amount), decimals) : undefined
  if (!worth || worth === 'old') return null
  return (
    <span className={styles.worth} title={t('price_since', timeText(worth.at * 1000))}>
      {dollars(worth.value)}
    </span>
  )
}
