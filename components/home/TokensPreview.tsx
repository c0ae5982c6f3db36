import type { Here } from '../hooks/useHere'
import list from '../ui/List.module.css'
import { count } from '../text/amount'
import { plural, t } from '../text/messages'
import type { Identified, Sorted } from '../tokens/sortHoldings'
import { TokenLine } from '../tokens/TokenLine'
import { ButtonLink } from '../ui/ButtonLink'
import { Disclosure } from '../ui/Disclosure'
import { Note } from '../ui/Note'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'
import { loadedLater } from '../hooks/loadedLater'

/** Loaded with the first prices. */
const TokenWorth = loadedLater(async () => (await import('../prices/Total')).TokenWorth)

/** Number of tokens that Home shows. */
const few = 5

/** Lists the first tokens of an account, with a link to all; closed, those that anybody may have sent. */
export const TokensPreview = ({
  here,
  tokens,
  hasProblem,
}: {
  here: Here
  tokens: Sorted | undefined
  hasProblem: boolean
}) => {
  const { known = [], unknown = [] } = tokens ?? {}
  return (
    <Section title={t('home_tokens')} aside={<a href="#tokens">{t('tokens_manage')}</a>}>
      {!tokens && !hasProblem && <Skeleton width={24} />}
      {tokens && known.length === 0 && <Note>{t('home_noTokens')}</Note>}
      <Lines assets={known} isKnown here={here} />
      {known.length > few && (
        <ButtonLink href="#tokens">{t('home_allTokens', count(known.length))}</ButtonLink>
      )}
      {unknown.length > 0 && (
        <Disclosure title={plural('tokens_unknown', unknown.length)}>
          <Note>{t('tokens_unknownNote')}</Note>
          <Lines assets={unknown} isKnown={false} here={here} />
          {unknown.length > few && (
            <ButtonLink href="#tokens">{t('home_allTokens', count(unknown.length))}</ButtonLink>
          )}
        </Disclosure>
      )}
    </Section>
  )
}

const Lines = ({
  assets,
  isKnown,
  here,
}: {
  assets: readonly Identified[]
  isKnown: boolean
  here: Here
}) => (
  <ul className={list.list}>
    {assets.slice(0, few).map((holding) => (
      <li key={`${holding.address}:${holding.tokenId ?? ''}`} className={list.item}>
        <TokenLine holding={holding} chainId={here.network.chainId} isKnown={isKnown}>
          {isKnown && holding.standard === 'ERC20' && holding.token && (
            <TokenWorth
              chainId={here.network.chainId}
              account={here.account.address}
              address={holding.address}
              amount={BigInt(holding.amount)}
              decimals={holding.token.decimals}
            />
          )}
        </TokenLine>
      </li>
    ))}
  </ul>
)
