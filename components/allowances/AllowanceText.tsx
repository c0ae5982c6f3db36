import { KeyRound } from 'lucide-react'
import type { StandingAllowance } from '@/lib/allowances/allowances'
import { allowanceEnd } from '../calls/Allow'
import { Party } from '../calls/Party'
import type { Place } from '../calls/place'
import { isNameless } from '../calls/tokenFacts'
import { TokenAmount, TokenName } from '../calls/TokenAmount'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { isEndless, isLargeAllowance } from './order'
import layout from '../ui/layout.module.css'

/** Shows an allowance: who may take how much of what, and until when. */
export const AllowanceText = ({ one, place }: { one: StandingAllowance; place: Place }) => {
  const { grant, standard, left, until } = one
  const isBad = isEndless(one) || isLargeAllowance(one, place.tokens)
  const isCollection = grant.standard === 'collection'
  return (
    <span className={`${layout.stack} ${layout.flush} ${layout.breaks}`}>
      <span className={`${layout.row} ${layout.tight} ${layout.muted} ${layout.small}`}>
        <KeyRound size={16} aria-hidden className={isBad ? layout.danger : undefined} />
        <span>
          <Text
            id="allowances_may"
            values={[<Party address={grant.spender} place={place} isWhole />]}
          />
        </span>
      </span>
      <span className={`${layout.strong} ${isBad ? layout.danger : ''}`}>
        {isCollection ? (
          <Text id="grant_every" values={[<TokenName asset={grant.token} place={place} />]} />
        ) : (
          <TokenAmount
            asset={grant.token}
            place={place}
            amount={grant.tokenId ? BigInt(grant.tokenId) : left === 'all' ? 0n : BigInt(left)}
            unit={grant.tokenId ? 'id' : 'amount'}
            isUnlimited={left === 'all'}
          />
        )}
      </span>
      {isLargeAllowance(one, place.tokens) && (
        <span className={`${layout.warn} ${layout.small}`}>{t('grant_large')}</span>
      )}
      {isCollection && (
        <span className={`${layout.row} ${layout.tight} ${layout.muted} ${layout.small}`}>
          {standard === 'ERC1155' ? t('allowances_erc1155') : t('allowances_erc721')}
        </span>
      )}
      {until !== undefined && (
        <span className={`${layout.row} ${layout.tight} ${layout.muted} ${layout.small}`}>
          {t('allowances_permit2', allowanceEnd(BigInt(until)))}
        </span>
      )}
      {isNameless(place.tokens, grant.token) && one.isOwn && (
        <span className={`${layout.row} ${layout.tight} ${layout.muted} ${layout.small}`}>
          {t('allowances_own')}
        </span>
      )}
    </span>
  )
}
