import { getAddress, isHex, numberToHex, size } from 'viem'
import type { Call } from '../db'
import type { Held, HeldItem } from '../db/outcome'
import { readMany } from '../holdings/readMany'
import type { Plan } from '../simulate/plan'
import type { SimulatedPlan } from '../simulate/quote'
import { encodeBalanceOf } from '../simulate/tokens'
import { sameAddress } from '../values/address'

/** The most items of a batch that are held: each takes a call of its own. */
const most = 16

/** True if the calls' data have an ID as a word: another than that can only arrive by another's doing. */
export const isIdInData = (
  calls: readonly Call[],
  { tokenId }: Pick<HeldItem, 'tokenId'>,
): boolean =>
  BigInt(tokenId) > 0n &&
  calls.some(({ data }) => data.includes(numberToHex(BigInt(tokenId), { size: 32 }).slice(2)))

/**
 * Returns the items that a simulated batch moves and the counts of their collections, as a lock would hold them. An
 * item that arrives is held by its ID where the calls name it: IDs that a contract counts up may turn out as others.
 * One that the batch approves to somebody is not, as its check would take that back.
 */
export const heldItemsOf = async (
  { chainId, from, calls, ahead }: Plan,
  { changes, allowances }: Pick<SimulatedPlan, 'changes' | 'allowances'>,
): Promise<Held[]> => {
  const moved = changes
    .flatMap(({ asset, direction }) =>
      asset.standard === 'ERC721' || asset.standard === 'ERC1155'
        ? [{ item: { ...asset, standard: asset.standard }, direction }]
        : [],
    )
    .filter(({ item, direction }) => direction === 'out' || isIdInData(calls, item))
    .slice(0, most)
  const isApproved = ({ address, tokenId }: HeldItem) =>
    allowances.some(
      (one) => one.left !== '0x0' && sameAddress(one.token, address) && one.tokenId === tokenId,
    )
  const arriving = moved.flatMap(({ item, direction }): Held[] =>
    item.standard === 'ERC721' && direction === 'in' && !isApproved(item)
      ? [{ asset: item, had: '0x0' }]
      : [],
  )
  // How many items waiting batches leave is not known.
  if (ahead.length > 0) return arriving
  const collections = changes.flatMap(({ asset }) =>
    asset.standard === 'ERC721' ? [getAddress(asset.address)] : [],
  )
  const counted = [
    ...moved.flatMap(({ item }) => (item.standard === 'ERC1155' ? [item] : [])),
    ...[...new Set(collections)]
      .slice(0, most)
      .map((address) => ({ standard: 'collection' as const, address })),
  ]
  const answers = await readMany(
    chainId,
    counted.map((asset) => ({
      to: asset.address,
      data: encodeBalanceOf({ ...asset, standard: 'ERC1155' }, from),
    })),
  )
  return [
    ...arriving,
    ...counted.flatMap((asset, index): Held[] => {
      const had = answers[index]
      return isHex(had) && size(had) === 32 ? [{ asset, had }] : []
    }),
  ]
}
