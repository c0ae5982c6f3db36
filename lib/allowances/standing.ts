import { numberToHex, size, slice, type Address, type Hex } from 'viem'
import type { Allowance } from '../db/outcome'
import { isRightKind } from '../decode/rightKinds'
import { allowanceOf, grantReads } from '../simulate/allowanceReads'
import { encodeBalanceOf } from '../simulate/tokens'
import { sameAddress } from '../values/address'
import type { NodeReader } from './nodeReader'
import type { Grant } from './grant'

/** A grant that stands on the chain: `left` in raw units, `until` in seconds since 1970 where Permit2 keeps it. */
export type Standing = {
  grant: Grant
  standard: 'ERC20' | 'Permit2' | 'ERC721' | 'ERC1155'
  left: Allowance['left']
  until?: Hex
}

/** True unless the grant is for one token ID that somebody else has. */
const isOwner = ({ tokenId }: Grant, read: readonly (Hex | null)[], account: Address): boolean => {
  const owner = read.at(-1)
  return (
    tokenId === undefined ||
    (!!owner && size(owner) === 32 && sameAddress(slice(owner, 12), account))
  )
}

/** The end of an allowance that Permit2 keeps. */
const untilOf = ({ standard }: Grant, [answer]: readonly (Hex | null)[]): { until?: Hex } =>
  standard === 'Permit2' && answer && size(answer) === 96
    ? { until: numberToHex(BigInt(slice(answer, 32, 64))) }
    : {}

/**
 * Reads from the chain which grants of an account stand, and how many cannot be read. Nothing is taken from logs
 * or calls but whom to ask about.
 */
export const readGrants = async (
  reader: NodeReader,
  account: Address,
  grants: readonly Grant[],
  at: 'pending' | 'latest' = 'pending',
): Promise<{ standing: Standing[]; unread: number }> => {
  const wanted = grants.map((grant) => ({ grant, isSet: true, isPulled: false, became: [] }))
  const plans = wanted.map((want) => {
    const { standard, token: to, tokenId } = want.grant
    const reads = grantReads(want, account).flatMap((read) =>
      read.to ? [{ ...read, to: read.to }] : [],
    )
    if (standard !== 'ERC721' || tokenId === undefined) return { want, reads }
    // Somebody else's token is not the account's to lose.
    const owner = { to, data: encodeBalanceOf({ standard, tokenId }, account) }
    return { want, reads: [...reads, owner] }
  })
  const isTimed = grants.some(({ standard }) => standard === 'Permit2')
  const [time, answers] = await Promise.all([
    isTimed ? reader.head().then(({ time }) => BigInt(time)) : 0n,
    reader.read(
      plans.flatMap(({ reads }) => reads.map(({ to, data }) => ({ to, data }))),
      at,
    ),
  ])
  let next = 0
  let unread = 0
  const standing = plans.flatMap(({ want, reads }): Standing[] => {
    const read = answers.slice(next, next + reads.length).map((answer) => answer ?? null)
    next += reads.length
    const { grant } = want
    // No such function, or no contract.
    if (read[0] === '0x') return []
    const found = allowanceOf(want, read, read, time)
    if (found === null || found === 'unknown') {
      unread++
      return []
    }
    const { standard, left } = found
    if (left === '0x0' || isRightKind(standard) || !isOwner(grant, read, account)) return []
    return [{ grant, standard, left, ...untilOf(grant, read) }]
  })
  return { standing, unread }
}
