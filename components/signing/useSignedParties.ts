import { useLiveQuery } from 'dexie-react-hooks'
import type { Address } from 'viem'
import type { Counterparty } from '@/lib/db/outcome'
import { comparedWithKnown } from '@/lib/simulate/acquaintance'

/**
 * Finds those of a signature that resemble somebody the user knows; undefined while they are looked for. Nobody
 * is called new: a signature makes nobody known.
 */
export const useSignedParties = (
  chainId: number,
  parties: readonly Address[],
): Counterparty[] | undefined =>
  useLiveQuery(async () => {
    const compared = await comparedWithKnown(parties, chainId)
    return compared.filter(({ resembles }) => resembles !== undefined)
  }, [chainId, parties.join()])
