import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { HeldAsset } from '@/lib/holdings/found'
import { useHere, type Here } from '../hooks/useHere'
import { useKnownTokens } from '../hooks/queries'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { plural, t } from '../text/messages'
import { titleOf } from '../text/network'
import { AddToken } from '../tokens/AddToken'
import { TokenList } from '../tokens/TokenList'
import type { Identified } from '../tokens/sortHoldings'
import { HeldAmount, assetName, saidName, TokenRow, type NameableToken } from '../tokens/TokenRow'
import { useIdentity } from '../tokens/useIdentified'
import { useTokenList } from '../tokens/useTokenList'
import { IconButton } from '../ui/IconButton'
import { Disclosure } from '../ui/Disclosure'
import { Note } from '../ui/Note'
import { Notice } from '../ui/Notice'
import { Problem } from '../ui/Problem'
import { SearchField } from '../ui/SearchField'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'
import { SubScreen } from '../shell/SubScreen'

/** From so many tokens on, they can be searched. */
const many = 12

/** All tokens of an account on a network: added by hand, hidden, and shown again. */
export const TokensScreen = () => {
  const here = useHere()
  return (
    <SubScreen title={t('home_tokens')}>
      {here && <Content key={`${here.network.chainId} ${here.account.address}`} here={here} />}
    </SubScreen>
  )
}

const Content = ({ here }: { here: Here }) => {
  const { chainId } = here.network
  const [sought, setSought] = useState('')
  const { tokens, hidden, problem } = useTokenList(chainId, here.account.address, '')
  const known = useKnownTokens(chainId)
  const { known: listed = [], unknown = [] } = tokens ?? {}
  const assets = [...listed, ...unknown]
  const words = sought.trim().toLowerCase()
  const found = (words ? assets : listed).filter((one) =>
    `${assetName(one)} ${one.address}`.toLowerCase().includes(words),
  )
  const hide = useAction(({ standard, address, tokenId }: HeldAsset, isHidden: boolean) => {
    const asset = { standard, address, ...(tokenId === undefined ? {} : { tokenId }) }
    return wallet('hideAsset', { chainId, asset, isHidden })
  })
  const identify = useIdentity(chainId, here.account.address)
  const named = (one: NameableToken) => {
    const token = known?.[one.address]
    return { ...one, token, identity: identify?.({ address: one.address, symbol: token?.symbol }) }
  }
  const row = (holding: Identified) => (
    <TokenRow asset={holding} chainId={chainId}>
      <HeldAmount holding={holding} />
      <IconButton
        icon={EyeOff}
        label={t('tokens_hide', saidName(holding))}
        onClick={() => hide.run(holding, true)}
      />
    </TokenRow>
  )

  return (
    <>
      <AddToken here={here} />
      <Section title={t('tokens_of', here.account.name, titleOf(here.network))}>
        {problem && <Notice tone="warn">{problem}</Notice>}
        <Problem text={hide.error} />
        {assets.length > many && (
          <SearchField label={t('tokens_search')} sought={sought} onChange={setSought} />
        )}
        {!tokens && !problem && <Skeleton width={24} />}
        {tokens && found.length === 0 && (
          <Note>{t(words ? 'activity_nothingFits' : 'home_noTokens')}</Note>
        )}
        <TokenList items={found} render={row} />
        {!words && unknown.length > 0 && (
          <Disclosure title={plural('tokens_unknown', unknown.length)}>
            <Note>{t('tokens_unknownNote')}</Note>
            <TokenList items={unknown} render={row} />
          </Disclosure>
        )}
      </Section>
      {hidden.length > 0 && (
        <Section title={t('tokens_hidden')}>
          <TokenList
            items={hidden.map(named)}
            render={(asset) => (
              <TokenRow asset={asset} chainId={chainId}>
                <IconButton
                  icon={Eye}
                  label={t('tokens_show', saidName(asset))}
                  onClick={() => hide.run(asset, false)}
                />
              </TokenRow>
            )}
          />
        </Section>
      )}
    </>
  )
}
