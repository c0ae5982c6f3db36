import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { builtExtension } from '../../../scripts/build.ts'
import { browserPlants, names, openWays, plants, runPlants } from '../../unit/realm/plants.ts'
import { killBrowser, launchWallet } from '../support/chromium.ts'
import { packageBuild } from '../support/stage.ts'
import { expect, test } from '../support/test.ts'

const all = { ...plants, ...names, ...browserPlants }

const folder = builtExtension(packageBuild('chrome'))

test('what a dependency plants in the package changes nothing, and finds few ways out', async () => {
  const wallet = await launchWallet({ extension: folder, headless: true })
  try {
    const page = await wallet.popup()
    await expect(page.getByRole('main')).toBeVisible()
    expect(await page.evaluate(runPlants(all)), 'in a page').toEqual([])
    expect(await wallet.worker.evaluate(runPlants(all)), 'in the background').toEqual([])
    expect(await wallet.worker.evaluate(openWays), 'from the background').toEqual([])
    expect(await page.evaluate(openWays), 'from a page, as SECURITY.md says').toEqual([
      'a fresh realm',
      'fetch of a fresh realm',
      'RTCPeerConnection of a fresh realm',
      'WebTransport of a fresh realm',
      'indexedDB of a fresh realm',
      'navigation',
    ])
    // A page without scripts shows that the attacks are real.
    const open = await wallet.context.newPage()
    await open.goto(`chrome-extension://${wallet.id}/manifest.json`)
    expect(await open.evaluate(openWays)).toEqual(
      expect.arrayContaining(['fetch', 'WebSocket', 'indexedDB', 'chrome', 'navigator.sendBeacon']),
    )
    expect(await open.evaluate(runPlants(browserPlants))).toEqual(Object.keys(browserPlants))
  } finally {
    await wallet.context.close()
    await killBrowser(wallet.profile)
  }
})

/** Words that stand in the package once, in what freezes the built-ins; and those of libraries. */
const first = 'WeakRef,FinalizationRegistry'
const libraries = {
  'background.js': ['Dexie', 'AbiEncodingLengthMismatchError'],
  page: ['react.transitional.element', 'Dexie'],
}

test('built-ins are frozen before any library runs', async () => {
  const chunks = await readdir(join(folder, 'chunks'))
  const page = chunks.find((name) => name.startsWith('page')) ?? ''
  for (const [name, words] of [
    ['background.js', libraries['background.js']],
    [`chunks/${page}`, libraries.page],
  ] as const) {
    const code = await readFile(join(folder, name), 'utf8')
    const at = code.indexOf(first)
    expect(at, name).toBeGreaterThan(0)
    for (const word of words) expect(code.indexOf(word), word).toBeGreaterThan(at)
  }
})
