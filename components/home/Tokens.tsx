import { useState } from 'react'
import type { Holding, Holdings } from '@/lib/holdings/holdings'
import { brief } from '../text/brief'
import { count, units } from '../text/amount'
import { t } from '../text/messages'
import { Avatar } from '../ui/Avatar'
import { Button } from '../ui/Button'
import { Hex } from '../ui/Hex'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'
import list from '../screens/List.module.css'
import styles from './Tokens.module.css'

/** So many are shown unasked. */
const few = 5

/** What an account has besides the coin, each by what it says of itself and where it lives. */
export const Tokens = ({ holdings }: { holdings: Holdings | undefined }) => {
  const [isWhole, setWhole] = useState(false)
  const assets = holdings?.assets ?? []
  const shown = isWhole ? assets : assets.slice(0, few)
  return (
    <Section title={t('home_tokens')}>
      {holdings === undefined && <Skeleton width={24} />}
      {holdings && assets.length === 0 && <p className={list.muted}>{t('home_noTokens')}</p>}
      <ul className={list.list}>
        {shown.map((holding) => (
          <Row key={`${holding.address}:${holding.tokenId ?? ''}`} holding={holding} />
        ))}
      </ul>
      {shown.length < assets.length && (
        <Button onClick={() => setWhole(true)}>{t('home_allTokens', count(assets.length))}</Button>
      )}
    </Section>
  )
}

const Row = ({ holding }: { holding: Holding }) => (
  <li className={`${list.item} ${styles.row}`}>
    <Avatar address={holding.address} size={32} />
    <span className={styles.what}>
      <Name holding={holding} />
      <span className={styles.address}>
        <Hex value={holding.address} />
      </span>
    </span>
    <span className={styles.amount}>
      <Amount holding={holding} />
    </span>
  </li>
)

/** A token's own word for itself, or what it is by its standard. */
export const Name = ({ holding: { token, tokenId, standard } }: { holding: Holding }) => {
  if (token) return <bdi className={list.name}>{token.symbol}</bdi>
  if (tokenId !== undefined) return <span className={list.name}>{t('home_item', tokenId)}</span>
  return <span className={list.name}>{standard}</span>
}

const Amount = ({ holding: { token, tokenId, standard, amount } }: { holding: Holding }) => {
  if (tokenId !== undefined && standard === 'ERC721') return null
  const decimals = token?.decimals ?? 0
  const value = BigInt(amount)
  return <span title={units(value, decimals)}>{brief(value, decimals)}</span>
}
