import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { journal } from '../db'
import { answerSigning } from '../devices/signings'
import { addAccounts } from '../keyring/accounts'
import { request } from '../network/node'
import { address, hex } from '../rpc/schema'
import { verb } from './verb'

/** A path of at most ten levels, as a device reads it. */
const path = () => z.string().check(z.regex(/^m(\/\d{1,10}'?){1,10}$/, 'must be a path'))

/** Verbs about accounts whose keys are in devices. */
export const deviceVerbs = {
  /** Adds an account of a device; one that was only watched becomes able to sign. */
  addDeviceAccount: verb(
    () => z.object({ address, path: path() }),
    ({ address: added, path: devicePath }) =>
      journal.transaction('rw', journal.accounts, async () => {
        const known = await journal.accounts.get(added)
        if (known && known.source !== 'watch')
          return known.source === 'ledger' && known.devicePath === devicePath ? 'done' : 'known'
        await addAccounts([{ address: added, source: 'ledger', devicePath }])
        return 'done'
      }),
  ),

  /** Reads how much of the chain's coin addresses have, in hex wei; null where the node does not tell. */
  readCoin: verb(
    () => z.object({ chainId: z.int(), addresses: z.array(address).check(z.maxLength(10)) }),
    async ({ chainId, addresses }) =>
      Object.fromEntries(
        await Promise.all(
          addresses.map(async (one): Promise<[Address, Hex | null]> => {
            const asked = request(chainId, 'eth_getBalance', [one, 'latest'])
            return [one, await asked.then((found) => found as Hex).catch(() => null)]
          }),
        ),
      ),
  ),

  /** Brings a device's signature for what a batch asked it for; the batch goes on. */
  answerSigning: verb(
    () =>
      z.object({ id: z.string(), part: z.enum(['authorization', 'transaction']), signature: hex }),
    async ({ id, part, signature }, { keyring, watch }) => {
      if (!(await keyring.isUnlocked())) return 'locked'
      const outcome = await answerSigning(id, part, signature)
      if (outcome === 'done') void watch.wake()
      return outcome
    },
  ),

  /** Brings the user's refusal on a device, which ends a batch of which nothing is signed. */
  refuseSigning: verb(
    () => z.object({ id: z.string() }),
    async ({ id }, { runner }) => {
      const row = await journal.signings.get(id)
      return row ? runner.refuse(row.key, id) : 'late'
    },
  ),
}
