import * as approvals from '../approvals/approvals'
import { pageLeftAfter } from '../approvals/presence'
import { wait } from '../async'
import { isIdle } from '../batch/idle'
import { batchesChanged as batchChanged } from '../batch/journal'
import { pruneBatches } from '../batch/prune'
import {
  lookLater,
  onAlarm,
  onBrowserStart,
  onInstall,
  onUpdate,
  reload,
  sweepAt,
} from '../browser/keepAlive'
import { leadToBatches, showBadge, tellOfBatches } from '../browser/notices'
import { guardStorage } from '../browser/storage'
import { isBesidePanel, onTabMoved, panelsChanged, panelsReturn } from '../browser/panels'
import { createUpdate } from '../browser/update'
import { onApprovalsClosed, showApprovals, showTab } from '../browser/window'
import type { AutoLock } from '../keyring/autoLock'
import { sessionChanged } from '../keyring/sessionChanged'
import type { LaterWallet } from './laterWallet'

const isWaiting = async () => {
  await approvals.seat(isBesidePanel)
  return (await approvals.inWindow()).length > 0
}

/** Counts what waits for the user on the icon, and opens the window for it. */
const showWaiting = () => {
  void showBadge()
  void isWaiting().then((isNeeded) => {
    if (isNeeded) void showApprovals(false, isWaiting)
  })
}

/** Shows the user what waits for them, and what has ended, as soon as that changes. */
const showChanges = (tell: () => Promise<void>) => {
  approvals.approvalAdded.on(() => void showApprovals(true, isWaiting))
  approvals.approvalsChanged.on(showWaiting)
  approvals.approvalsChanged.on(() => void sweepApprovals().catch(() => undefined))
  // A batch may have to be asked for once more.
  batchChanged.on(showWaiting)
  batchChanged.on(() => void tell())
  // A panel that is closed decides nothing: what it showed is the window's.
  panelsChanged.on(showWaiting)
  onTabMoved(showWaiting)
  onApprovalsClosed(approvals.rejectAll)
  leadToBatches()
}

/** Deletes what is kept of answered requests when it is due, also if nobody asks again. */
const sweepApprovals = async () => {
  const now = Date.now()
  await approvals.prune(now)
  const next = await approvals.nextDue(now)
  if (next !== undefined) sweepAt(next)
}

/** Shows what was waiting when the worker was stopped. */
const resumeApprovals = async () => {
  const rows = await approvals.pending()
  // No page comes back for what the wallet itself asks.
  if (rows.some(({ documentId }) => documentId === '')) showWaiting()
  // A panel may have been closed while no worker saw it.
  if (rows.some(({ isBeside }) => isBeside)) void wait(panelsReturn).then(showWaiting)
}

/**
 * Says when the background does something without being asked: on its start, by alarm, on an update. All
 * listeners stand when this returns, as a worker that was stopped is started by what they listen for.
 */
export const followTime = ({
  vault: { hasVault, isUnlocked },
  autoLock,
  wallet,
  isPageOpen,
  loaded,
  started,
  rested,
}: {
  vault: { hasVault: () => Promise<boolean>; isUnlocked: () => Promise<boolean> }
  autoLock: AutoLock
  wallet: Pick<LaterWallet, 'wake' | 'revertText'>
  /** True while a page of the wallet is open. */
  isPageOpen: () => boolean
  /** Resolves once the stored networks are known. */
  loaded: Promise<unknown>
  /** Resolves to how many requests' pages have to be waited for. */
  started: Promise<number>
  /** Resolves a moment after that: until then the disk is left to the request that woke the worker. */
  rested: Promise<unknown>
}) => {
  const startedAt = Date.now()

  const resumeBatches = async () => {
    await loaded
    await wallet.wake()
    if (await isIdle(await isUnlocked())) await pruneBatches(Date.now())
  }
  const expireApprovals = async () => {
    // A worker that has just started gives the pages their time to come back.
    if (Math.abs(Date.now() - startedAt) >= pageLeftAfter) await approvals.expire(Date.now())
    await lookLater((await approvals.pending()).filter(({ goneAt }) => goneAt !== undefined).length)
  }
  const lockInTime = async () => {
    if (await autoLock.check()) sessionChanged.emit()
  }
  // A popup closes when a new user looks for paper and pencil. A vault may outlive an extension that is loaded anew.
  const welcome = async () => {
    if (!(await hasVault())) await showTab()
  }
  const isQuiet = async () => !isPageOpen() && isIdle(await isUnlocked())
  const update = createUpdate({ isQuiet, reload, wait })

  const tell = () => tellOfBatches(wallet.revertText)
  showChanges(tell)
  guardStorage()
  onInstall(() => void welcome().catch(() => undefined))
  onBrowserStart(() => void resumeBatches())
  onUpdate(() => void update())
  onAlarm({
    batches: () => void resumeBatches(),
    approvals: () => void expireApprovals(),
    lock: () => void lockInTime(),
    sweep: () => void sweepApprovals().catch(() => undefined),
  })
  void lockInTime()
  void lookLater(started)
  void rested.then(() => {
    void resumeApprovals()
    void sweepApprovals().catch(() => undefined)
    void showBadge()
    void tell()
    return resumeBatches()
  })
}
