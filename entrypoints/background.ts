import '../lib/realm/first'
import { defineBackground } from 'wxt/utils/define-background'
import { leaveAll } from '../lib/approvals/approvals'
import { wait } from '../lib/async'
import { createLaterWallet } from '../lib/background/laterWallet'
import { followTime } from '../lib/background/lifecycle'
import { openPages, showAll } from '../lib/background/pages'
import { openSites } from '../lib/background/sites'
import { hasUnsigned } from '../lib/batch/unsigned'
import { lockAt } from '../lib/browser/keepAlive'
import { extensionCopy, memory, requestNotes } from '../lib/browser/storage'
import { knownSetting, setting } from '../lib/db/settings'
import { createAutoLock } from '../lib/keyring/autoLock'
import { isVaultThere } from '../lib/keyring/copies'
import { sessionChanged } from '../lib/keyring/sessionChanged'
import { loadNetworks } from '../lib/network/urls'
import { createRequestLog } from '../lib/sites/requestLog'

/** The composition root: two doors, one stack, one runner. Listeners stand before anything is awaited. */
export default defineBackground(() => {
  const now = () => Date.now()
  // Where the stored networks cannot be read, the built-in ones stand.
  const loaded = loadNetworks().catch(() => undefined)
  const left = leaveAll().catch(() => 0)
  const started = loaded.then(() => left)
  // Requests that woke the worker are answered first.
  const rested = started.then(() => wait(100))

  const autoLock = createAutoLock({
    memory,
    now,
    minutes: () => setting('autoLock'),
    wakeAt: lockAt,
    isNeeded: hasUnsigned,
  })
  const isUnlocked = autoLock.isOpen
  const vault = { hasVault: () => isVaultThere(extensionCopy), isUnlocked }
  const requestLog = createRequestLog({
    ...requestNotes,
    isOn: () => knownSetting('isDeveloper'),
    now,
  })
  const wallet = createLaterWallet({
    autoLock,
    requestLog,
    diskChanged: () => pages.tell(),
    inTab: (tab) => sites.inTab(tab),
    showApprovals: showAll,
  })
  const { answers, loadMethod, refresh, isDiskRefusing } = wallet

  const sites = openSites({ isUnlocked, refresh, loadMethod, requestLog, started })
  const pages = openPages({ vault, isDiskRefusing, answers, started })
  sessionChanged.on(() => {
    pages.tell()
    void sites.tell()
  })
  followTime({ vault, autoLock, wallet, isPageOpen: pages.isOpen, loaded, started, rested })
})
