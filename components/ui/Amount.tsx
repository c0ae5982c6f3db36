import { ExactAmount } from './ExactAmount'
import { Skeleton } from './Skeleton'
import { units } from '../text/amount'
import type { Token } from '@/lib/simulate/quote'
import { t } from '../text/messages'

/** A token's exact amount with its symbol; in raw units where the token says nothing of itself. */
export const Amount = ({
  amount,
  token,
  isUnlimited = false,
  isLoading = false,
}: {
  amount: bigint
  token: Token | undefined
  isUnlimited?: boolean | undefined
  isLoading?: boolean | undefined
}) => {
  if (isLoading) return <Skeleton width={10} />
  const number = isUnlimited ? t('unlimited') : units(amount, token?.decimals ?? 0)
  if (!token) return <>{t('unitsOf', number)}</>
  const named = (
    <>
      {number} <bdi>{token.symbol}</bdi>
    </>
  )
  // The number comes before its symbol in every language; a word runs as the language does.
  return isUnlimited ? named : <ExactAmount text={`${number} ${token.symbol}`}>{named}</ExactAmount>
}
