import '../lib/realm/first'
import { defineBackground } from 'wxt/utils/define-background'
import { leaveAll } from '../lib/approvals/approvals'
import { startBatches } from '../lib/background/batches'
import { followTime } from '../lib/background/lifecycle'
import { openPages } from '../lib/background/pages'
import { openSites } from '../lib/background/sites'
import { hasUnsigned } from '../lib/batch/unsigned'
import { lockAt } from '../lib/browser/keepAlive'
import { extensionCopy, memory, requestNotes } from '../lib/browser/storage'
import { knownSetting, setting } from '../lib/db/settings'
import { createAutoLock } from '../lib/keyring/autoLock'
import { sessionChanged, createKeyring } from '../lib/keyring/keyring'
import { loadNetworks } from '../lib/network/urls'
import { createRequestLog } from '../lib/sites/requestLog'

/** The composition root: two doors, one stack, one runner. Listeners stand before anything is awaited. */
export default defineBackground(() => {
  const now = () => Date.now()
  // Where the stored networks cannot be read, the built-in ones stand.
  const loaded = loadNetworks().catch(() => undefined)
  const started = loaded.then(leaveAll).catch(() => 0)

  const autoLock = createAutoLock({
    memory,
    now,
    minutes: () => setting('autoLock'),
    wakeAt: lockAt,
    isNeeded: hasUnsigned,
  })
  const keyring = createKeyring(autoLock, extensionCopy)
  const requestLog = createRequestLog({
    ...requestNotes,
    isOn: () => knownSetting('isDeveloper'),
    now,
  })
  const batches = startBatches(keyring)
  const { watch } = batches

  const sites = openSites({
    isUnlocked: keyring.isUnlocked,
    refresh: watch.refresh,
    requestLog,
    started,
  })
  const pages = openPages({
    keyring,
    autoLock,
    requestLog,
    batches,
    loaded,
    inTab: sites.inTab,
  })
  sessionChanged.on(() => {
    pages.tell()
    void sites.tell()
  })
  followTime({ keyring, autoLock, watch, isPageOpen: pages.isOpen, loaded, started })
})
