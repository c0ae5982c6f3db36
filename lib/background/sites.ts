import { numberToHex } from 'viem'
import * as approvals from '../approvals/approvals'
import { wait } from '../async'
import type { Watch } from '../batch/watch'
import { keepAwake, lookLater } from '../browser/keepAlive'
import { showBatch } from '../browser/window'
import { askForSite, headsOf, readForSite } from '../network/node'
import { createServer } from '../rpc/server'
import { openSiteDoor } from '../rpc/sitePort'
import { asksNode, nodeMethods } from '../site/nodeMethods'
import { servedMethods } from '../site/served'
import * as permissions from '../sites/permissions'
import type { RequestLog } from '../sites/requestLog'
import { createSubscriptions } from '../subscriptions/subscriptions'

/** Opens the door for websites: one stack of middleware, their subscriptions, and the Ports they come in by. */
export const openSites = ({
  isUnlocked,
  refresh,
  loadMethod,
  requestLog,
  started,
}: {
  isUnlocked: () => Promise<boolean>
  refresh: Watch['refresh']
  loadMethod: Parameters<typeof servedMethods>[0]
  requestLog: RequestLog
  /** Requests that arrive earlier wait for this. */
  started: Promise<unknown>
}) => {
  const subscriptions = createSubscriptions({
    request: (chainId, method, params) => askForSite(chainId, method, JSON.stringify(params)),
    wait,
    heads: headsOf,
    chainOf: async (origin) => (await permissions.permission(origin))?.chainId,
    awake: (isNeeded) => keepAwake('subscriptions', isNeeded),
  })
  const server = createServer({
    methods: servedMethods(loadMethod),
    nodeMethods,
    node: askForSite,
    read: readForSite,
    now: () => Date.now(),
    ask: approvals.ask,
    find: approvals.find,
    site: async (origin) => ({
      ...(await permissions.site(origin)),
      isUnlocked,
      refresh,
      show: showBatch,
      subscriptions,
    }),
  })
  const { tell, inTab } = openSiteDoor({
    handle: (request, rest) =>
      requestLog.noting(request, () => started.then(() => server(request, rest))),
    asksNode,
    async state(origin) {
      const { accounts, chainId } = await permissions.site(origin)
      const shown = (await isUnlocked()) ? accounts : []
      return JSON.stringify({ chainId: numberToHex(chainId), accounts: shown })
    },
    left: (documentId) => void lookLater(approvals.documentLeft(documentId, Date.now())),
    acknowledged: (id, origin) => void approvals.acknowledged(id, origin).catch(() => 0),
    opened: (sender, post) => subscriptions.opened(sender, post),
  })
  permissions.permissionsChanged.on(() => {
    void tell()
    void subscriptions.moved()
  })
  return { tell, inTab }
}
