import type { Change } from '@/lib/db/outcome'
import { loadedLater } from '../hooks/loadedLater'
import type { Place } from './place'
import { namedAt } from './tokenFacts'

const Worth = loadedLater(async () => (await import('../prices/Worth')).Worth)

/** Worth of what moves: of the coin, or of a token that goes by its name; nothing of anything else. */
export const ChangeWorth = ({
  change: { asset, amount },
  place,
}: {
  change: Change
  place: Place
}) => {
  if (asset.standard === 'native')
    return <Worth asset="native" amount={BigInt(amount)} place={place} />
  return asset.standard === 'ERC20' && namedAt(place.tokens, asset.address) ? (
    <Worth asset={asset.address} amount={BigInt(amount)} place={place} />
  ) : null
}
