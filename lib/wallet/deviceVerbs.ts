import type { Address, Hex } from 'viem'
import * as v from 'valibot'
import { boundedList } from '../rpc/boundedList'
import { object } from '../rpc/object'
import { journal } from '../db'
import { answerSigning } from '../devices/signings'
import { addAccounts, type NewAccount } from '../keyring/accounts'
import { deriveAddress } from '../keyring/deriveAddress'
import { request } from '../network/node'
import { address, hex, int } from '../rpc/schema'
import { verb } from './verb'

/** A path of at most ten levels, as a device reads it. */
const path = () => v.pipe(v.string(), v.regex(/^m(\/\d{1,10}'?){1,10}$/, 'must be a path'))

/** A public key that a device showed, and paths below it; an empty one is the key itself. */
const key = () => ({ publicKey: hex, chainCode: v.nullable(hex) })
const steps = () => v.pipe(v.string(), v.regex(/^(\d{1,10}(\/\d{1,10}){0,9})?$/, 'must be steps'))

/** Adds an account of a device; one that was only watched becomes able to sign. */
const addOf = (account: NewAccount): Promise<'done' | 'known'> =>
  journal.transaction('rw', journal.accounts, async () => {
    const known = await journal.accounts.get(account.address)
    if (known && known.source !== 'watch')
      return known.source === account.source && known.devicePath === account.devicePath
        ? 'done'
        : 'known'
    await addAccounts([account])
    return 'done'
  })

/** Verbs about accounts whose keys are in devices. */
export const deviceVerbs = {
  /** Adds an account of a Ledger. */
  addDeviceAccount: verb(
    () => object({ address, path: path() }),
    ({ address: added, path: devicePath }) =>
      addOf({ address: added, source: 'ledger', devicePath }),
  ),

  /** Returns the addresses below a public key that a device showed; `bad key` for one that has none. */
  deriveAddresses: verb(
    () => object({ ...key(), steps: boundedList(steps(), 10) }),
    async ({ publicKey, chainCode, steps: all }) => {
      try {
        return await Promise.resolve(all.map((one) => deriveAddress(publicKey, chainCode, one)))
      } catch {
        return 'bad key' as const
      }
    },
  ),

  /** Adds an account of a device that reads QR codes: its address is that of the key, and nobody's word. */
  addQrAccount: verb(
    () =>
      object({
        ...key(),
        path: path(),
        steps: steps(),
        fingerprint: v.pipe(int, v.gtValue(0), v.ltValue(2 ** 32)),
      }),
    ({ publicKey, chainCode, path: above, steps: below, fingerprint }) =>
      addOf({
        address: deriveAddress(publicKey, chainCode, below),
        source: 'qr',
        devicePath: below === '' ? above : `${above}/${below}`,
        fingerprint,
      }),
  ),

  /** Reads how much of the chain's coin addresses have, in hex wei; null where the node does not tell. */
  readCoin: verb(
    () => object({ chainId: int, addresses: boundedList(address, 10) }),
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
      object({
        id: v.string(),
        part: v.picklist(['authorization', 'transaction']),
        signature: hex,
      }),
    async ({ id, part, signature }, { keyring, watch }) => {
      if (!(await keyring.isUnlocked())) return 'locked'
      const outcome = await answerSigning(id, part, signature)
      if (outcome === 'done') void watch.wake()
      return outcome
    },
  ),

  /** Brings the user's refusal on a device, which ends a batch of which nothing is signed. */
  refuseSigning: verb(
    () => object({ id: v.string() }),
    async ({ id }, { runner }) => {
      const row = await journal.signings.get(id)
      return row ? runner.refuse(row.key, id) : 'late'
    },
  ),
}
