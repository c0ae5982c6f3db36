import { numberToHex } from 'viem'
import { defineBackground } from 'wxt/utils/define-background'
import * as approvals from '../lib/approvals/approvals'
import {
  keepAwake,
  lockAt,
  lookLater,
  onAlarm,
  onBrowserStart,
  onUpdate,
  reload,
  stayAwake,
} from '../lib/browser/keepAlive'
import { isIdle } from '../lib/batch/idle'
import { append, changed as batchChanged } from '../lib/batch/journal'
import { prune } from '../lib/batch/prune'
import { createRunner } from '../lib/batch/runner'
import { tellOfDisk } from '../lib/batch/diskStatus'
import { hasUnsigned } from '../lib/batch/unsigned'
import { createWatch } from '../lib/batch/watch'
import type { World } from '../lib/batch/world'
import { goneAfter } from '../lib/approvals/presence'
import { createAutoLock } from '../lib/keyring/autoLock'
import { changed as sessionChanged, createKeyring } from '../lib/keyring/keyring'
import { extensionCopy, guardStorage, memory, requestNotes } from '../lib/browser/storage'
import { suggestFees } from '../lib/network/fees'
import { askNode, headsOf, request } from '../lib/network/node'
import { askSecond, hasSecond } from '../lib/network/secondRpc'
import { loadNetworks } from '../lib/network/urls'
import { leadToBatches, showBadge, tellOfEnded } from '../lib/browser/notices'
import * as permissions from '../lib/sites/permissions'
import { openSiteDoor } from '../lib/rpc/sitePort'
import { createServer } from '../lib/rpc/server'
import { createRequestLog } from '../lib/sites/requestLog'
import { knownSetting, setting } from '../lib/db/settings'
import { methods } from '../lib/site'
import { nodeMethods } from '../lib/site/nodeMethods'
import { simulateBatch } from '../lib/simulate/verdict'
import { createSubscriptions } from '../lib/subscriptions/subscriptions'
import { createUpdate } from '../lib/browser/update'
import { pendingHead, refreshOf } from '../lib/wallet/pending'
import { openWalletDoor } from '../lib/wallet/port'
import { quoteRow } from '../lib/wallet/quote'
import { createQuotes } from '../lib/wallet/quotes'
import {
  adoptApprovals,
  closeApprovals,
  onApprovalsClosed,
  showApprovals,
  showBatch,
} from '../lib/browser/window'

/** The composition root: two doors, one stack, one runner. Listeners stand before anything is awaited. */
export default defineBackground(() => {
  const now = () => Date.now()
  const autoLock = createAutoLock({
    memory,
    now,
    wakeAt: lockAt,
    isNeeded: hasUnsigned,
    minutes: () => setting('autoLock'),
  })
  const keyring = createKeyring(autoLock, extensionCopy)
  const isOn = () => knownSetting('isDeveloper')
  const requestLog = createRequestLog({ ...requestNotes, isOn, now })
  const { isUnlocked, sign } = keyring
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const lock: World['lock'] = (name, run) => navigator.locks.request(name, run)
  let isDiskRefusing = false
  const toDisk = tellOfDisk(append, (now) => {
    isDiskRefusing = now
    pages.tell()
  })
  const world: World = {
    request,
    sign,
    append: toDisk,
    lock,
    wait,
    simulate: simulateBatch,
    second: { has: hasSecond, ask: askSecond },
    now,
  }
  const runner = createRunner(world, suggestFees)
  const watch = createWatch(world, runner, stayAwake)
  const startedAt = Date.now()
  // What is not to be read is as if nothing were stored: the built-in networks stand.
  const loaded = loadNetworks().catch(() => undefined)
  const started = loaded.then(approvals.leaveAll).catch(() => 0)

  const subscriptions = createSubscriptions({
    request,
    wait,
    heads: headsOf,
    chainOf: async (origin) => (await permissions.site(origin)).chainId,
    awake: (isNeeded) => keepAwake('subscriptions', isNeeded),
  })

  const server = createServer({
    methods,
    nodeMethods,
    node: askNode,
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

  const sites = openSiteDoor({
    handle: (request, rest) =>
      requestLog.noting(request, () => started.then(() => server(request, rest))),
    async state(origin) {
      const { accounts, chainId } = await permissions.site(origin)
      const shown = (await isUnlocked()) ? accounts : []
      return JSON.stringify({ chainId: numberToHex(chainId), accounts: shown })
    },
    left(documentId) {
      void approvals.documentLeft(documentId, Date.now())
      void lookLater()
    },
    opened: (sender, post) => subscriptions.opened(sender, post),
  })

  const quotes = createQuotes({
    quote: quoteRow,
    headOf: pendingHead,
    refreshOf,
    now: world.now,
    wait,
    awake: (isNeeded) => keepAwake('quotes', isNeeded),
  })
  batchChanged.on(quotes.stir)

  const windows = { showApprovals, adoptApprovals, closeApprovals }
  const sessionState = async () => ({
    hasVault: await keyring.hasVault(),
    isUnlocked: await isUnlocked(),
    isDiskRefusing,
  })
  const services = { keyring, autoLock, requestLog, runner, watch, quotes, ...windows }
  const pages = openWalletDoor(services, sessionState, loaded)

  const wake = async () => {
    await loaded
    await watch.wake()
    if (await isIdle(await isUnlocked())) await prune(Date.now())
  }
  const isQuiet = async () => !pages.isOpen() && isIdle(await isUnlocked())

  const isWaiting = async () => (await approvals.pending()).some((row) => !row.isQuiet)
  const showWaiting = () => {
    void showBadge()
    void approvals.pending().then((rows) => {
      if (rows.some(({ isQuiet }) => !isQuiet)) void showApprovals(false, isWaiting)
    })
  }
  const lookAfter = async () => {
    // A worker that has just started gives the pages their time to come back.
    if (Math.abs(Date.now() - startedAt) >= goneAfter) await approvals.expire(Date.now())
    if ((await approvals.pending()).some(({ goneAt }) => goneAt !== undefined)) await lookLater()
  }
  approvals.changed.on(showWaiting)
  // A batch may have to be asked for once more.
  batchChanged.on(showWaiting)
  batchChanged.on(() => void tellOfEnded())
  approvals.added.on(() => void showApprovals())
  permissions.changed.on(() => {
    void sites.tell()
    void subscriptions.moved()
  })
  sessionChanged.on(() => {
    pages.tell()
    void sites.tell()
  })
  const lockInTime = async () => {
    if (await autoLock.check()) sessionChanged.emit()
  }
  guardStorage()
  leadToBatches()
  void lockInTime()
  onBrowserStart(() => void wake())
  const update = createUpdate({ isQuiet, reload, wait })
  onUpdate(() => void update())
  onApprovalsClosed(approvals.rejectAll)
  onAlarm({
    batches: () => void wake(),
    approvals: () => void lookAfter(),
    lock: () => void lockInTime(),
  })
  void started.then((left) => {
    if (left > 0) void lookLater()
    // No page comes back for what the wallet itself asks.
    void approvals
      .pending()
      .then((rows) => rows.some(({ documentId }) => documentId === '') && showWaiting())
    void showBadge()
    void tellOfEnded()
    return wake()
  })
})
