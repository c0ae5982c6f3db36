import { numberToHex, type Address, type Hex } from 'viem'
import * as v from 'valibot'
import { wait } from '../async'
import { liveBatches } from '../batch/journal'
import { knownAccountCode } from '../delegate/account'
import { holds } from '../delegate/holds'
import { atomicity, knownAtomicity } from '../delegate/support'
import { networks } from '../network/networks'
import { defineMethod } from '../rpc/method'
import { address, chainId, maybe } from '../rpc/schema'
import { canSponsor, knownSponsoring } from '../sponsor/sponsorSupport'

/** Capabilities that the wallet has on every chain, independent of the node. */
const everywhere = { gasLimitOverride: { supported: true } }

/** Time in ms that the node may take where the cached facts do not decide; sites ask as they connect. */
const patience = 2_000

/** True if a batch under way changes the account's code. */
const isChanging = async (chainId: number, account: Address): Promise<boolean> =>
  (await liveBatches()).some(
    ({ upgrade, revokes, ...batch }) =>
      batch.chainId === chainId && batch.from === account && (upgrade || revokes !== undefined),
  )

/** True if the cached facts decide what an account can: a no, which may have come of an unclear answer, for a while. */
const isKnown = async (chain: number, account: Address): Promise<boolean> => {
  const known = await knownAtomicity(chain, account)
  if (!known) return false
  const lasts = known.status === 'unsupported' ? holds(false) : Infinity
  return (
    (await knownAccountCode(chain, account, lasts)) !== undefined &&
    !(await isChanging(chain, account))
  )
}

const statusOn = async (chain: number, account: Address, isOwn: boolean) => {
  // Facts that are too old to be told at once are still the best guess where no node answers.
  const last = await knownAtomicity(chain, account, () => Infinity)
  if (!isOwn) return last?.status ?? 'unsupported'
  const isDecided = await isKnown(chain, account)
  // The node's answer is remembered, for the next request at the latest.
  const asked = atomicity(chain, account).catch(() => undefined)
  const found = isDecided ? last : await Promise.race([asked, wait(patience)])
  return (found ?? last)?.status ?? 'unsupported'
}

/** True if somebody else may pay for the account's batches, as far as that is known or learnt in time. */
const sponsoredOn = async (chain: number, account: Address, isOwn: boolean): Promise<boolean> => {
  const known = await knownSponsoring(chain, account)
  if (known === false || !isOwn) return known ?? false
  // Known facts of the account are told at once, without the others.
  const isDecided = known ?? (await isKnown(chain, account))
  const asked = canSponsor(chain).then(
    () => knownSponsoring(chain, account),
    () => undefined,
  )
  if (isDecided) return known ?? false
  return (await Promise.race([asked, wait(patience)])) ?? false
}

/**
 * EIP-5792 `wallet_getCapabilities`: answers from cached facts, asks only the node of the site's network, and
 * leaves out unknown chains.
 */
export const wallet_getCapabilities = defineMethod({
  name: 'wallet_getCapabilities',
  params: v.strictTuple([address, maybe(v.array(chainId))]),
  result: v.custom<Record<Hex, object>>(() => true),
  account: ([account]) => account,
  async handle([account, chainIds], { chainId: own }) {
    const asked = chainIds?.map(Number)
    const chains = networks.filter((network) => asked?.includes(network.chainId) ?? true)
    const found = await Promise.all(
      chains.map(async (network): Promise<[Hex, object]> => {
        const isOwn = network.chainId === own
        const [status, isSponsored] = await Promise.all([
          statusOn(network.chainId, account, isOwn),
          sponsoredOn(network.chainId, account, isOwn),
        ])
        // Repeated for each chain, because viem does not merge capabilities under 0x0.
        return [
          numberToHex(network.chainId),
          {
            atomic: { status },
            ...(isSponsored ? { paymasterService: { supported: true } } : {}),
            ...everywhere,
          },
        ]
      }),
    )
    return Object.fromEntries([['0x0', everywhere], ...found])
  },
})
