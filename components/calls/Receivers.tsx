import { Fragment } from 'react'
import type { Address } from 'viem'
import type { Change } from '@/lib/db/outcome'
import { plural, t } from '../text/messages'
import { Text } from '../text/Text'
import { AssetAmount } from './AssetAmount'
import layout from '../ui/layout.module.css'
import styles from './Changes.module.css'
import { Party } from './Party'
import type { Place } from './place'
import { Recorded } from './Recorded'
import type { ReceiverRow } from './receiverRows'
import { namedAt } from './tokenFacts'
import { loadedLater } from '../hooks/loadedLater'

const Worth = loadedLater(async () => (await import('../prices/Worth')).Worth)

/** Worth of a part of the coin or of a token that goes by its name. */
const Part = ({ change: { asset, amount }, place }: { change: Change; place: Place }) => {
  if (asset.standard === 'native')
    return <Worth asset="native" amount={BigInt(amount)} place={place} />
  return asset.standard === 'ERC20' && namedAt(place.tokens, asset.address) ? (
    <Worth asset={asset.address} amount={BigInt(amount)} place={place} />
  ) : null
}

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
              <Part change={part} place={place} />
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
