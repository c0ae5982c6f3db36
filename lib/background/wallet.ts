import { batchesChanged as batchChanged } from '../batch/journal'
import { hasHostAccess } from '../browser/hostAccess'
import { keepAwake } from '../browser/keepAlive'
import { followLentHosts } from '../browser/lentHosts'
import { wordList } from '../browser/packagedWordList'
import { extensionCopy } from '../browser/storage'
import { adoptApprovals, closeApprovals } from '../browser/window'
import { wait } from '../async'
import { revertText } from '../decode/revert'
import type { AutoLock } from '../keyring/autoLock'
import { createKeyring } from '../keyring/keyring'
import { methods } from '../site'
import type { RequestLog } from '../sites/requestLog'
import { createAnswers } from '../wallet/answers'
import { createQuotes } from '../quotes/quotes'
import { pendingHead, quoteRow, refreshOf } from '../quotes/waitingRequest'
import type { WalletServices } from '../wallet/services'
import { startBatches } from './batches'

/** Services of the script that starts the background, which the wallet is opened with. */
export type WalletParts = {
  autoLock: AutoLock
  requestLog: RequestLog
  /** Called when the disk begins or ceases to refuse the events of batches. */
  diskChanged: () => void
} & Pick<WalletServices, 'inTab' | 'showApprovals'>

/**
 * Opens what unlocks, simulates, signs and sends, answers the wallet's own pages, and has the methods that a site calls
 * after its first reads. All of it is one file of the package: in several it would weigh more than it may.
 */
export const openWallet = ({
  autoLock,
  requestLog,
  diskChanged,
  inTab,
  showApprovals,
}: WalletParts) => {
  const keyring = createKeyring(autoLock, extensionCopy)
  const { runner, watch, isDiskRefusing, ...batches } = startBatches(keyring)
  const quotes = createQuotes({
    quote: (params) => quoteRow(params, hasHostAccess),
    headOf: pendingHead,
    refreshOf,
    now: () => Date.now(),
    wait,
    awake: (isNeeded) => keepAwake('quotes', isNeeded),
  })
  batchChanged.on(quotes.stir)
  followLentHosts(quotes.stir)
  batches.diskChanged.on(diskChanged)
  const answers = createAnswers({
    keyring,
    autoLock,
    requestLog,
    runner,
    watch,
    quotes,
    wordList,
    showApprovals,
    adoptApprovals,
    closeApprovals,
    inTab,
  })
  return { answers, watch, isDiskRefusing, methods, revertText }
}
