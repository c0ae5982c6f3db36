import type { Address } from 'viem'
import { dollars } from '../text/dollars'
import { plural, t } from '../text/messages'
import { joinSentences } from '../text/sentences'
import { timeText } from '../text/time'
import type { HeldTokens } from '../tokens/useTokenList'
import layout from '../ui/layout.module.css'
import { useWorth, type Worth } from './usePrices'

/** Worth of an account's coin and known tokens together, since when, and how many have no price or one too old. */
export const Total = ({
  chainId,
  account,
  decimals,
  list: { holdings, tokens },
}: {
  chainId: number
  account: Address
  decimals: number
  list: HeldTokens
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
  const priced = found.filter((one): one is Worth => typeof one === 'object')
  const old = found.filter((one) => one === 'old').length
  if (priced.length + old === 0) return null
  const sum = priced.reduce((all, { value }) => all + value, 0n)
  const missing = found.length - priced.length - old
  const since = Math.min(...priced.map(({ at }) => at)) * 1000
  return (
    <p className={`${layout.muted} ${layout.second}`}>
      {joinSentences(
        priced.length > 0 && t('home_total', dollars(sum), timeText(since)),
        missing > 0 && plural('home_unpriced', missing),
        old > 0 && plural('home_oldPrices', old),
      )}
    </p>
  )
}

/** Worth of a token in a list; nothing where there is no price. */
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
  if (!worth || worth === 'old') return null
  return (
    <span
      className={`${layout.block} ${layout.ends} ${layout.muted} ${layout.second}`}
      title={t('price_since', timeText(worth.at * 1000))}
    >
      {dollars(worth.value)}
    </span>
  )
}
