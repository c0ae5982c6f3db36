import { browser } from 'wxt/browser'
import { approvalsChanged } from '../approvals/approvals'
import { mutex } from '../async'
import { batchesChanged } from '../batch/journal'
import { keepSetting, knownSetting } from '../db/settings'
import { letHostsGo, payersAsked } from './hostAccess'

/**
 * Follows the access to hosts that the user gives: `onLent` is called at once, as a service that was closed may answer
 * now, and what was given for a request's service is given back when the request and its batch are over.
 */
export const followLentHosts = (onLent: () => void): void => {
  const inTurn = mutex()

  const note = (patterns: readonly string[]): Promise<void> =>
    inTurn(async () => {
      const asked = new Set(await payersAsked())
      const lent = patterns.flatMap((pattern) => /^https:\/\/([^/]+)/.exec(pattern)?.slice(1) ?? [])
      const fresh = lent.filter((name) => asked.has(name))
      if (fresh.length === 0) return
      await keepSetting('lentHosts', [...new Set([...(await knownSetting('lentHosts')), ...fresh])])
    })

  const giveBack = (): Promise<void> =>
    inTurn(async () => {
      const lent = await knownSetting('lentHosts')
      if (lent.length === 0) return
      const kept = await letHostsGo(lent)
      if (kept.length < lent.length) await keepSetting('lentHosts', kept)
    })

  // A write that the disk refuses is tried with the next change.
  const tryAll = () => void giveBack().catch(() => undefined)
  browser.permissions.onAdded.addListener(({ origins = [] }) => {
    onLent()
    // A request may end while its access is noted.
    void note(origins)
      .then(giveBack)
      .catch(() => undefined)
  })
  approvalsChanged.on(tryAll)
  batchesChanged.on(tryAll)
  tryAll()
}
