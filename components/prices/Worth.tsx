import type { Address } from 'viem'
import { isRightKind } from '@/lib/decode/rightKinds'
import { findNetwork } from '@/lib/network/networks'
import type { Quote } from '@/lib/simulate/quote'
import type { Place } from '../calls/place'
import { tokenAt } from '../calls/tokenFacts'
import { dollars } from '../text/dollars'
import { t } from '../text/messages'
import { timeText } from '../text/time'
import { useReadPrices, useWorth, type WorthOf } from './usePrices'
import styles from './Worth.module.css'

const Value = ({ worth }: { worth: ReturnType<WorthOf> }) =>
  typeof worth === 'object' && (
    <span className={styles.worth} title={t('price_since', timeText(worth.at * 1000))}>
      {dollars(worth.value)}
    </span>
  )

const coinDecimals = (chainId: number) => findNetwork(chainId)?.decimals ?? 18

/** Worth of an amount by the feeds of its chain; nothing where there is no price. */
export const Worth = ({
  asset,
  amount,
  place: { chainId, from, tokens },
}: {
  asset: Address | 'native'
  amount: bigint
  place: Place
}) => {
  const worthOf = useWorth(chainId, from)
  const decimals = asset === 'native' ? coinDecimals(chainId) : tokenAt(tokens, asset)?.decimals
  return <Value worth={decimals === undefined ? undefined : worthOf?.(asset, amount, decimals)} />
}

/** Worth of a fee at most, in wei. It has all prices read of what the quote names: it stands in every quote’s window. */
export const FeeWorth = ({
  wei,
  quote: { changes, allowances },
  chainId,
  account,
}: {
  wei: bigint
  quote: Quote
  chainId: number
  account: Address
}) => {
  const moved = changes.flatMap(({ asset }) => (asset.standard === 'ERC20' ? [asset.address] : []))
  const given = allowances.flatMap(({ standard, token }) => (isRightKind(standard) ? [] : [token]))
  const named = new Set([...moved, ...given].map((address) => address.toLowerCase() as Address))
  useReadPrices(chainId, account, [...named].toSorted())
  return <Value worth={useWorth(chainId, account)?.('native', wei, coinDecimals(chainId))} />
}
