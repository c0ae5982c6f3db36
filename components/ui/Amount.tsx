import { ExactAmount } from './ExactAmount'
import { Skeleton } from './Skeleton'
import { units } from '../text/amount'
import type { Token } from '@/lib/simulate/quote'
import { t } from '../text/messages'
import { Text } from '../text/Text'

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
  if (isLoading) return isUnlimited ? t('unlimited') : <Skeleton width={10} />
  if (!token) return <>{t('unitsOf', isUnlimited ? t('unlimited') : units(amount, 0))}</>
  if (isUnlimited) return <Text id="unlimitedOf" values={[<bdi>{token.symbol}</bdi>]} />
  const number = units(amount, token.decimals)
  return (
    <ExactAmount text={`${number} ${token.symbol}`}>
      {number} <bdi>{token.symbol}</bdi>
    </ExactAmount>
  )
}
