import { builtExtension } from '../../../scripts/build.ts'
import { browserPlants, plants, runPlants } from '../../unit/realm/plants.ts'
import { launchWallet } from '../support/chromium.ts'
import { packageBuild } from '../support/extension.ts'
import { expect, test } from '../support/test.ts'

const all = { ...plants, ...browserPlants }

/**
 * Ways out that stay open to a dependency of the background, which no policy binds. Each gives true if it is
 * there; none is taken.
 */
const ways = {
  fetch: "typeof fetch === 'function'",
  XMLHttpRequest: "typeof XMLHttpRequest === 'function'",
  EventSource: "typeof EventSource === 'function'",
  WebSocket: "typeof WebSocket === 'function'",
  WebTransport: "typeof WebTransport === 'function'",
  RTCPeerConnection: "typeof RTCPeerConnection === 'function'",
  sendBeacon: "typeof navigator.sendBeacon === 'function'",
  caches: "typeof caches === 'object'",
  importScripts: "typeof importScripts === 'function'",
  Worker: "typeof Worker === 'function'",
  'a fresh document': "typeof document === 'object'",
  indexedDB: "typeof indexedDB === 'object'",
  'chrome.storage': "typeof chrome.storage === 'object'",
}

test('what a dependency could plant in the package changes nothing that Volley calls', async () => {
  const wallet = await launchWallet({
    extension: builtExtension(packageBuild('chrome')),
    headless: true,
  })
  try {
    const page = await wallet.popup()
    await expect(page.getByRole('main')).toBeVisible()
    expect(Object.keys(all).length).toBeGreaterThan(30)
    expect(await page.evaluate(runPlants(all)), 'in a page').toEqual([])
    expect(await wallet.worker.evaluate(runPlants(all)), 'in the background').toEqual([])
    const found = await wallet.worker.evaluate(`[${Object.values(ways).join()}]`)
    const open = Object.keys(ways).filter((_, index) => (found as boolean[])[index])
    expect(open, 'as SECURITY.md says').toEqual([
      'fetch',
      'EventSource',
      'WebSocket',
      'WebTransport',
      'caches',
      'importScripts',
      'indexedDB',
      'chrome.storage',
    ])
  } finally {
    await wallet.context.close()
  }
})
