import { Fragment } from 'react'
import type { Address } from 'viem'
import { plural, t } from '../text/messages'
import { Text } from '../text/Text'
import { AssetAmount } from './AssetAmount'
import layout from '../ui/layout.module.css'
import styles from './Changes.module.css'
import { ChangeWorth } from './ChangeWorth'
import { Party } from './Party'
import type { Place } from './place'
import { Recorded } from './Recorded'
import type { ReceiverRow } from './receiverRows'

/** Lists who got how much of an asset that left the account, as it ran. */
export const Receivers = ({
  rows,
  more,
  place,
  isWhole,
}: {
  rows: readonly ReceiverRow[]
  more: number
  place: Place
  isWhole: (address: Address) => boolean
}) => (
  <>
    {rows.map(({ words, address, part, isOdd }) => (
      <Fragment key={`${words} ${address}`}>
        <span
          className={`${isOdd ? styles.warn : styles.label} ${part ? styles.receiver : address && !isWhole(address) ? styles.beside : ''}`}
        >
          {part && (
            <span className={styles.part}>
              <AssetAmount change={part} place={place} />
              <ChangeWorth change={part} place={place} />
            </span>
          )}
          {address ? (
            // Inline, a mark after a whole address would take a line more.
            <span className={isWhole(address) ? layout.contents : undefined}>
              <Text
                id={words}
                values={[<Party address={address} place={place} isWhole={isWhole(address)} />]}
              />
            </span>
          ) : (
            t(words)
          )}
        </span>
        {address && isWhole(address) && <Recorded address={address} chainId={place.chainId} />}
      </Fragment>
    ))}
    {more > 0 && <span className={styles.label}>{plural('flow_receivedByMore', more)}</span>}
  </>
)
