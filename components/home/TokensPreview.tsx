import type { Holdings } from '@/lib/holdings/holdings'
import list from '../ui/List.module.css'
import { count } from '../text/amount'
import type { Here } from '../hooks/useHere'
import { t } from '../text/messages'
import { Held, TokenRow } from '../tokens/TokenRow'
import { useIdentity } from '../tokens/useIdentified'
import { ButtonLink } from '../ui/ButtonLink'
import { Note } from '../ui/Note'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'

/** So many are shown here. */
const few = 5

/** Lists the first tokens of an account, with a link to all. */
export const TokensPreview = ({
  here: { account, network },
  holdings,
}: {
  here: Here
  holdings: Holdings | undefined
}) => {
  const identify = useIdentity(network.chainId, account.address)
  const assets = holdings?.assets ?? []
  return (
    <Section title={t('home_tokens')} aside={<a href="#tokens">{t('tokens_manage')}</a>}>
      {holdings === undefined && <Skeleton width={24} />}
      {holdings && assets.length === 0 && <Note>{t('home_noTokens')}</Note>}
      <ul className={list.list}>
        {assets.slice(0, few).map((holding) => (
          <li key={`${holding.address}:${holding.tokenId ?? ''}`} className={list.item}>
            <TokenRow
              asset={{
                ...holding,
                identity: identify?.({ address: holding.address, symbol: holding.token?.symbol }),
              }}
            >
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
