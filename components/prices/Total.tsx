import type { Address } from 'viem'
import { dollars } from '../text/dollars'
import { plural, t } from '../text/messages'
import { timeText } from '../text/time'
import type { TokenList } from '../tokens/useTokenList'
import styles from './Worth.module.css'
import { useWorth, type Worth } from './usePrices'

/** What an account's coin and known tokens are worth together, since when, and how many have no price. */
export const Total = ({
  chainId,
  account,
  decimals,
  list: { holdings, tokens },
}: {
  chainId: number
  account: Address
  decimals: number
  list: TokenList
}) => {
  const worthOf = useWorth(chainId, account)
  if (!holdings || !tokens || !worthOf) return null
  const held = tokens.known.filter(({ amount }) => BigInt(amount) > 0n)
  const found = [
    worthOf('native', BigInt(holdings.native), decimals),
    ...held.map(({ standard, address, amount, token }) =>
      standard === 'ERC20' && token ? worthOf(address, BigInt(amount), token.decimals) : undefined,
    ),
  ]
  const priced = found.filter((one): one is Worth => one !== undefined)
  if (priced.length === 0) return null
  const sum = priced.reduce((all, { value }) => all + value, 0n)
  const missing = found.length - priced.length
  return (
    <p className={styles.total}>
      {t('home_total', dollars(sum), timeText(Math.min(...priced.map(({ at }) => at)) * 1000))}
      {missing > 0 && ` ${plural('home_unpriced', missing)}`}
    </p>
  )
}

/** What a token in a list is worth; nothing where there is no price. */
export const TokenWorth = ({
  chainId,
  account,
  address,
  amount,
  decimals,
}: {
  chainId: number
  account: Address
  address: Address
  amount: bigint
  decimals: number
}) => {
  const worth = useWorth(chainId, account)?.(address, amount, decimals)
  if (!worth) return null
  return (
    <span className={styles.below} title={t('price_since', timeText(worth.at * 1000))}>
      {dollars(worth.value)}
    </span>
  )
}
