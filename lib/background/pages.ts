import { inWindow, pending, seat } from '../approvals/approvals'
import { wait } from '../async'
import { batchesChanged as batchChanged } from '../batch/journal'
import { hasHostAccess } from '../browser/hostAccess'
import { keepAwake } from '../browser/keepAlive'
import { isBesidePanel } from '../browser/panels'
import { adoptApprovals, closeApprovals, showApprovals } from '../browser/window'
import { wordList } from '../browser/packagedWordList'
import type { AutoLock } from '../keyring/autoLock'
import type { Keyring } from '../keyring/keyring'
import type { RequestLog } from '../sites/requestLog'
import { pendingHead, refreshOf } from '../wallet/pending'
import { openWalletDoor } from '../wallet/port'
import { quoteRow } from '../wallet/quoteRow'
import { createQuotes } from '../wallet/quotes'
import type { WalletServices } from '../wallet/services'
import type { Batches } from './batches'

/** Opens the approval window, unless panels show all that waits. */
const showAll = () =>
  showApprovals(true, async () => {
    await seat(isBesidePanel)
    return (await inWindow()).length > 0 || (await pending()).length === 0
  })

/** Opens the door for the wallet's own pages; what they ask waits until the networks are `loaded`. */
export const openPages = ({
  keyring,
  autoLock,
  requestLog,
  batches: { runner, watch, isDiskRefusing, diskChanged },
  loaded,
  inTab,
}: {
  keyring: Keyring
  autoLock: AutoLock
  requestLog: RequestLog
  batches: Batches
  loaded: Promise<unknown>
  inTab: WalletServices['inTab']
}) => {
  const quotes = createQuotes({
    quote: (params) => quoteRow(params, hasHostAccess),
    headOf: pendingHead,
    refreshOf,
    now: () => Date.now(),
    wait,
    awake: (isNeeded) => keepAwake('quotes', isNeeded),
  })
  const services = {
    keyring,
    autoLock,
    requestLog,
    runner,
    watch,
    quotes,
    wordList,
    showApprovals: showAll,
    adoptApprovals,
    closeApprovals,
    inTab,
  }
  const sessionState = async () => ({
    hasVault: await keyring.hasVault(),
    isUnlocked: await keyring.isUnlocked(),
    isDiskRefusing: isDiskRefusing(),
  })
  const pages = openWalletDoor(services, sessionState, loaded)
  batchChanged.on(quotes.stir)
  diskChanged.on(pages.tell)
  return pages
}
