import * as approvals from '@/lib/approvals/approvals'
import { createServer } from '@/lib/rpc/server'
import { openSiteDoor } from '@/lib/rpc/sitePort'
import { methods } from '@/lib/site'
import { asksNode, nodeMethods } from '@/lib/site/nodeMethods'
import * as permissions from '@/lib/sites/permissions'
import { noSubscriptions } from '../subscriptions/noSubscriptions'

/** Opens the door of an unlocked wallet to sites, with this node behind it. */
export const serveSites = (node: () => Promise<unknown>): void =>
  void openSiteDoor({
    handle: createServer({
      methods,
      nodeMethods,
      ask: approvals.ask,
      find: approvals.find,
      now: () => Date.now(),
      node,
      read: async () => JSON.stringify(await node()),
      site: async (origin) => ({
        ...(await permissions.site(origin)),
        isUnlocked: () => Promise.resolve(true),
        refresh: () => Promise.resolve(),
        show: () => Promise.resolve(),
        subscriptions: noSubscriptions,
      }),
    }),
    asksNode,
    state: () => Promise.resolve('{}'),
    left: () => undefined,
    acknowledged: () => undefined,
    opened: () => ({ hear: () => undefined, closed: () => undefined }),
  })
