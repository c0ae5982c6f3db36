import * as approvals from '@/lib/approvals/approvals'
import { createRunner, type Runner } from '@/lib/batch/runner'
import type { World } from '@/lib/batch/world'
import type { Batch, Fees } from '@/lib/db'
import type { Keyring } from '@/lib/keyring/keyring'
import { createReadyKey } from '@/lib/keyring/readyKey'
import { suggestFees } from '@/lib/network/fees'
import * as permissions from '@/lib/sites/permissions'
import { createServer, type Services } from '@/lib/rpc/server'
import { methods } from '@/lib/site'
import { nodeMethods } from '@/lib/site/nodeMethods'
import { createSubscriptions } from '@/lib/subscriptions/subscriptions'
import { verbs, type Verbs } from '@/lib/wallet'
import type { WalletServices } from '@/lib/wallet/services'

/** The verbs, written so that the type checker pairs each one's params with its result. */
const table: {
  [Name in keyof Verbs]: (
    params: Verbs[Name]['takes'],
    services: WalletServices,
  ) => Promise<Verbs[Name]['gives']>
} = verbs

/** The part of a watch that the doors use. */
type Watching = {
  wake: () => Promise<void>
  approve: Runner['approve']
  approved: (batch: Pick<Batch, 'chainId' | 'from'>) => Promise<void>
  prepare: Runner['prepare']
  refresh: (chainId: number, key: string) => Promise<unknown>
}

const nothing = () => Promise.resolve()

/** Returns a watch that looks at a chain only when a site asks for a status: the test advances batches. */
export const stillWatch = (
  refresh: Watching['refresh'],
  approve: Watching['approve'] = ({ write }, store) => store(() => write()),
  prepare: Watching['prepare'] = () => undefined,
): Watching => ({
  refresh,
  approve,
  wake: nothing,
  approved: nothing,
  prepare,
})

/** The edges of a wallet, which a test fakes, counts or breaks. */
export type Edges = {
  /** Node, signer, disk, locks and clock of the batches. */
  world: World
  /** The part of the keyring that the test needs; without it the wallet is unlocked and cannot sign. */
  keyring?: Partial<Keyring>
  /** Answers a site's reads; without it they go to the world's node. */
  node?: Services['node']
  /** Creates the watch; without it, one that looks only when a site asks for a status. */
  watch?: (world: World, runner: Runner) => Watching
  /** Suggests a network's fees; without it, its node is asked. */
  fees?: (chainId: number) => Promise<Fees>
  /** Quotes that a decision may name; without them, a test accepts none. */
  quotes?: Partial<WalletServices['quotes']>
  /** Opens the window on the approvals, and on a batch. */
  showApprovals?: () => Promise<void>
  showBatch?: (key: string) => Promise<void>
}

/**
 * Composes the wallet as the background does, without a browser: the real database, runner, stack of
 * middleware and verbs, between edges that the test holds.
 */
export const composeWallet = ({
  world,
  keyring = {},
  node = (chainId, method, wire) => world.request(chainId, method, JSON.parse(wire) as unknown[]),
  watch: createWatch = (_world, runner) =>
    stillWatch((chainId) => runner.look(chainId), runner.approve, runner.prepare),
  fees = suggestFees,
  quotes,
  showApprovals = nothing,
  showBatch = nothing,
}: Edges) => {
  const isUnlocked = keyring.isUnlocked ?? (() => Promise.resolve(true))
  const runner = createRunner(world, fees)
  const watch = createWatch(world, runner)
  const subscriptions = createSubscriptions({
    request: world.request,
    wait: world.wait,
    chainOf: async (origin) => (await permissions.permission(origin))?.chainId,
    awake: () => undefined,
  })

  /** Answers a site's request, as behind the site door. */
  const server = createServer({
    methods,
    nodeMethods,
    node,
    read: async (...asked) => JSON.stringify(await node(...asked)),
    now: () => world.now(),
    ask: approvals.ask,
    find: approvals.find,
    site: async (origin) => ({
      ...(await permissions.site(origin)),
      isUnlocked,
      refresh: watch.refresh,
      show: showBatch,
      subscriptions,
    }),
  })

  const services = {
    keyring: { readyKey: createReadyKey(), ...keyring, isUnlocked },
    runner,
    watch,
    quotes,
    showApprovals,
  } as unknown as WalletServices

  /** Runs a verb of the wallet's own page, as behind the wallet door. */
  const perform = <Verb extends keyof Verbs>(verb: Verb, params: Verbs[Verb]['takes']) =>
    table[verb](params, services)

  return { runner, watch, subscriptions, server, perform }
}
