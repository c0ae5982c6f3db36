import * as z from 'zod/mini'
import { readAllowances } from '../allowances/allowances'
import { searchOn } from '../allowances/search'
import { callsTakingBack } from '../allowances/takeBack'
import { askInternally } from '../approvals/internalRequest'
import { journal } from '../db'
import { findNetwork } from '../network/networks'
import { address, quantity } from '../rpc/schema'
import { verb } from './verb'

const standing = () =>
  z.object({
    standard: z.enum(['ERC20', 'Permit2', 'ERC721', 'ERC1155']),
    token: address,
    spender: address,
    tokenId: z.exactOptional(quantity),
  })

/** Verbs about what others may take of an account. */
export const allowanceVerbs = {
  /** Reads what others may take, as far as it was found. Throws 4901 if the node is silent. */
  readAllowances: verb(
    () => z.object({ chainId: z.int(), account: address }),
    ({ chainId, account }) => readAllowances(chainId, account),
  ),

  /**
   * Searches the logs of the next blocks back for allowances; a page repeats it as long as it is open. `isFirst`
   * on a page's first step; `first`: tokens that Volley lists. Throws 4901 if the node is silent.
   */
  searchAllowances: verb(
    () =>
      z.object({
        chainId: z.int(),
        account: address,
        isFirst: z.boolean(),
        first: z.array(address),
      }),
    ({ chainId, account, isFirst, first }) => searchOn(chainId, account, { isFirst, first }),
  ),

  /** Asks the user to approve a batch that takes allowances back. `id` becomes the batch's key. */
  takeBack: verb(
    () =>
      z.object({
        id: z.string(),
        from: address,
        chainId: z.int(),
        standing: z.array(standing()).check(z.minLength(1), z.maxLength(500)),
      }),
    async ({ id, from, chainId, standing: taken }) => {
      const account = await journal.accounts.get(from)
      if (!account || account.source === 'watch' || !findNetwork(chainId))
        throw new Error('nothing that can be taken back')
      const calls = callsTakingBack(taken)
      await askInternally(id, { from, chainId, atomicRequired: false, calls })
      return 'done'
    },
  ),
}
