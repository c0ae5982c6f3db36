import { numberToHex, parseAbi, size, slice, type Address, type Hex } from 'viem'
import { unlimited } from '../values/unlimited'
import { permit2 } from '../decode/contracts'
import type { Allowance } from '../db/outcome'
import { isRightGrant, rightAfter } from './rightGrants'
import { uint, type Read } from './reader'
import type { NamedAllowance, NamedRight, WantedGrant } from './readSet'
import { encodeCall } from '../values/encodeCall'

const abi = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function allowance(address owner, address token, address spender) view returns (uint160, uint48, uint48)',
  'function getApproved(uint256 id) view returns (address)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function supportsInterface(bytes4 id) view returns (bool)',
])

const erc1155 = '0xd9b67a26'

/**
 * Amounts from which an allowance counts as unlimited (`all`). One ERC-721 token (0 or 1) never reaches 2;
 * the approval of a whole collection (1) always counts.
 */
const endless = {
  ERC20: unlimited.token,
  Permit2: unlimited.Permit2,
  ERC721: 2n,
  collection: 1n,
}

/** Returns the contract reads that tell how much a spender may take from the owner. */
export const grantReads = ({ grant }: Pick<WantedGrant, 'grant'>, owner: Address): Read[] => {
  const { token, spender, tokenId } = grant
  if (isRightGrant(grant)) return grant.proof ? [{ to: token, most: 32, data: grant.proof }] : []
  switch (grant.standard) {
    case 'ERC20':
      return [
        {
          to: token,
          most: 32,
          data: encodeCall({ abi, functionName: 'allowance', args: [owner, spender] }),
        },
      ]
    case 'Permit2':
      return [
        {
          to: permit2,
          most: 96,
          data: encodeCall({
            abi,
            functionName: 'allowance',
            args: [owner, token, spender],
          }),
        },
      ]
    case 'ERC721':
      return [
        {
          to: token,
          most: 32,
          data: encodeCall({
            abi,
            functionName: 'getApproved',
            args: [BigInt(tokenId ?? 0)],
          }),
        },
      ]
    case 'collection':
      return [
        {
          to: token,
          most: 32,
          data: encodeCall({
            abi,
            functionName: 'isApprovedForAll',
            args: [owner, spender],
          }),
        },
        {
          to: token,
          most: 32,
          data: encodeCall({ abi, functionName: 'supportsInterface', args: [erc1155] }),
        },
      ]
  }
}

type NamedGrant = Exclude<NamedAllowance, NamedRight>

type Answers = readonly (Hex | null)[]

const amountOf = ({ standard, spender }: NamedGrant, [answer]: Answers, time: bigint) => {
  if (standard === 'Permit2') {
    if (!answer || size(answer) !== 96) return undefined
    const ends = BigInt(slice(answer, 32, 64))
    return ends > time ? BigInt(slice(answer, 0, 32)) : 0n
  }
  const said = uint(answer)
  if (standard !== 'ERC721' || said === undefined) return said
  return said === BigInt(spender) ? 1n : 0n
}

const standardOf = ({ standard }: NamedGrant, [, isErc1155]: Answers): Allowance['standard'] => {
  if (standard !== 'collection') return standard
  return uint(isErc1155) === 1n ? 'ERC1155' : 'ERC721'
}

/**
 * Returns a spender's allowance before and after a batch. Null if no call sets it and neither the reads nor
 * the logs show a rise, but for what is left of an older one by which somebody may have pulled; `unknown` if the contract's answers cannot be read. An expired Permit2 allowance
 * counts as 0: `time` is the block's timestamp in seconds since 1970.
 */
export const allowanceOf = (
  { grant, isSet, isPulled, became }: WantedGrant,
  before: Answers,
  after: Answers,
  time: bigint,
): Allowance | null | 'unknown' => {
  if (isRightGrant(grant)) return rightAfter(grant, isSet, before[0], after[0])
  // A contract that the batch itself deploys has no code before: its empty answer counts as 0.
  const had = before[0] === '0x' ? 0n : amountOf(grant, before, time)
  const has = amountOf(grant, after, time)
  // An allowance that cannot be read is reported if a call sets it or a log names it.
  if (had === undefined || has === undefined) return isSet || became.length > 0 ? 'unknown' : null
  const rises = became.some((amount, index) => amount > (became[index - 1] ?? had))
  const isOlder = !isSet && !rises && has <= had
  if (isOlder && !(isPulled && has > 0n)) return null
  const { token, spender, tokenId } = grant
  const shown = (amount: bigint) =>
    amount >= endless[grant.standard] ? 'all' : numberToHex(amount)
  return {
    standard: standardOf(grant, after),
    token,
    spender,
    ...(tokenId ? { tokenId } : {}),
    before: shown(had),
    left: shown(has),
    ...(isOlder ? { isOlder } : {}),
  }
}
