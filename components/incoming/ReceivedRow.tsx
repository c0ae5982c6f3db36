import { useLiveQuery } from 'dexie-react-hooks'
import { ArrowDownLeft } from 'lucide-react'
import type { Address } from 'viem'
import { contractName } from '@/lib/decode/contracts'
import { findNetwork } from '@/lib/network/networks'
import { comparedWithKnown } from '@/lib/simulate/acquaintance'
import { nameOf } from '../calls/nameOf'
import { namedAt } from '../calls/tokenFacts'
import { useAccounts, useContacts, useKnownTokens } from '../hooks/queries'
import { brief } from '../text/brief'
import { t } from '../text/messages'
import { symbolOf } from '../text/native'
import { networkName } from '../text/network'
import { shortHex } from '../text/shortHex'
import { Text } from '../text/Text'
import { clockText, timeText } from '../text/time'
import { visibleName } from '../text/visible'
import { TokenTile } from '../tokens/TokenTile'
import { useIdentified } from '../tokens/useIdentified'
import { Skeleton } from '../ui/Skeleton'
import layout from '../ui/layout.module.css'
import list from '../ui/List.module.css'
import tile from '../ui/tile.module.css'
import batch from '../batches/batch.module.css'
import styles from './ReceivedRow.module.css'
import type { Received } from './received'

/** A sender by the user's name or its maker's, else by its digits. */
const Sender = ({ address, chainId }: { address: Address; chainId: number }) => {
  const name =
    nameOf(address, useAccounts(), useContacts()) ?? contractName(address, chainId) ?? undefined
  return <bdi title={address}>{name === undefined ? shortHex(address) : visibleName(name)}</bdi>
}

/** True if a sender has the first and last digits of an address that the user knows, and is another. */
const useIsLookAlike = (address: Address | undefined, chainId: number): boolean =>
  useLiveQuery(async () => {
    const [found] = address ? await comparedWithKnown([address], chainId) : []
    return found?.resembles !== undefined
  }, [address, chainId]) ?? false

/** Something that arrived, in a list: what, from whom if that is known, where and when. */
export const ReceivedRow = ({
  received: { chainId, account, token, amount, from, at, isSeen },
  isUnderDay = false,
}: {
  received: Received
  /** A heading above tells its day. */
  isUnderDay?: boolean
}) => {
  const tokens = useIdentified(chainId, account, useKnownTokens(chainId))
  const isLookAlike = useIsLookAlike(from, chainId)
  const named = token && namedAt(tokens, token)
  const time = isUnderDay ? clockText(at) : timeText(at)
  if (!tokens) return <Skeleton width={18} />
  const unit = token
    ? named
    : { symbol: symbolOf(chainId), decimals: findNetwork(chainId)?.decimals ?? 18 }
  const what = unit ? `${brief(BigInt(amount), unit.decimals)} ${visibleName(unit.symbol)}` : ''
  const said = <bdi key="what">{what || (token && shortHex(token))}</bdi>
  return (
    <div className={`${list.item} ${styles.received}`}>
      <span className={`${layout.pictured} ${layout.atTop}`}>
        {token && named ? (
          <span className={styles.tile}>
            <TokenTile address={token} chainId={chainId} symbol={named.symbol} />
          </span>
        ) : (
          <span className={`${tile.tile} ${tile.own}`} aria-hidden>
            <ArrowDownLeft size={20} />
          </span>
        )}
        <span className={`${layout.stack} ${layout.flush} ${layout.breaks}`}>
          <span className={batch.deeds}>
            {from ? (
              <Text
                id="incoming_got"
                values={[said, <Sender key="from" address={from} chainId={chainId} />]}
              />
            ) : (
              <Text id="deed_get_did" values={[said]} />
            )}
          </span>
          <span className={`${layout.muted} ${layout.small}`}>
            {t(isSeen ? 'incoming_seenAt' : 'batch_onAt', networkName(chainId), time)}
          </span>
          {isLookAlike && <span className={styles.alike}>{t('incoming_lookAlike')}</span>}
        </span>
      </span>
    </div>
  )
}
