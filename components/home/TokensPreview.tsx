import type { Holdings } from '@/lib/holdings/holdings'
import list from '../ui/List.module.css'
import { count } from '../text/amount'
import { t } from '../text/messages'
import { Held, TokenRow } from '../tokens/TokenRow'
import { ButtonLink } from '../ui/ButtonLink'
import { Note } from '../ui/Note'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'

/** So many are shown here. */
const few = 5

/** Lists the first tokens of an account, with a link to all. */
export const TokensPreview = ({ holdings }: { holdings: Holdings | undefined }) => {
  const assets = holdings?.assets ?? []
  return (
    <Section title={t('home_tokens')} aside={<a href="#tokens">{t('tokens_manage')}</a>}>
      {holdings === undefined && <Skeleton width={24} />}
      {holdings && assets.length === 0 && <Note>{t('home_noTokens')}</Note>}
      <ul className={list.list}>
        {assets.slice(0, few).map((holding) => (
          <li key={`${holding.address}:${holding.tokenId ?? ''}`} className={list.item}>
            <TokenRow asset={holding}>
              <Held holding={holding} />
            </TokenRow>
          </li>
        ))}
      </ul>
      {assets.length > few && (
        <ButtonLink href="#tokens">{t('home_allTokens', count(assets.length))}</ButtonLink>
      )}
    </Section>
  )
}
