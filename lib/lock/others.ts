import { getAddress, isHex, size, type Hex } from 'viem'
import { journal } from '../db'
import type { Held } from '../db/outcome'
import { readMany } from '../holdings/readMany'
import type { Plan } from '../simulate/plan'
import { encodeBalanceOf } from '../simulate/tokens'

/** The most tokens that are held though the batch does not move them, and the gas that each takes. */
const most = 16
const gasOfEach = 8_000n

/** The most tokens whose balance is read for that. */
const mostRead = 64

/** Returns how many tokens may be held beside those that move: for a tenth of the batch's gas. */
const room = (gas: Hex): number => Math.min(most, Number(BigInt(gas) / 10n / gasOfEach))

/**
 * Returns the tokens that the user watches and the account has, as a lock would hold them, up to a tenth of the
 * batch's `gas`, and how many are `left` out. None is held behind batches that wait: what they leave is not known.
 */
export const othersOf = async (
  { chainId, from, ahead }: Plan,
  gas: Hex,
  isKnown: (held: Pick<Held, 'asset'>) => boolean,
): Promise<{ others: Held[]; left: number }> => {
  const watched = await journal.assets.where('chainId').equals(chainId).toArray()
  const assets = watched
    .filter(({ standard, isHidden }) => standard === 'ERC20' && !isHidden)
    .map(({ address }) => ({ standard: 'ERC20' as const, address: getAddress(address) }))
    .filter((asset) => !isKnown({ asset }))
  if (ahead.length > 0) return { others: [], left: assets.length }
  const asked = assets.slice(0, mostRead)
  const data = encodeBalanceOf({ standard: 'ERC20' }, from)
  const answers = await readMany(
    chainId,
    asked.map(({ address }) => ({ to: address, data })),
  )
  const read = asked.flatMap((asset, index): Held[] => {
    const had = answers[index]
    return isHex(had) && size(had) === 32 ? [{ asset, had }] : []
  })
  const owned = read.filter(({ had }) => BigInt(had) > 0n)
  const others = owned.slice(0, room(gas))
  return { others, left: assets.length - read.length + owned.length - others.length }
}
