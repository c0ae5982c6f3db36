import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { methods, screens } from './expected.ts'
import {
  planted,
  walkAddedNetwork,
  walkMethods,
  walkOwnNodes,
  walkPaidBatch,
  walkPlanted,
  walkScreens,
  walkSocket,
  type Walked,
} from './walk.ts'
import { inWorld } from './watchedPackage.ts'

const results = join(import.meta.dirname, '../../.output/tests/hosts')

const keep = async (browser: string, walked: Walked) => {
  await mkdir(results, { recursive: true })
  await writeFile(join(results, `${browser}.json`), JSON.stringify(walked))
}

// Eighty steps, each with a background of its own.
test.setTimeout(1_200_000)

for (const browser of ['chrome', 'firefox'] as const)
  test(`each screen and each method contacts whom it may, in ${browser}`, async () => {
    const { onScreens, onMethods } = await inWorld(browser, async (world) => ({
      onScreens: await walkScreens(world),
      onMethods: await walkMethods(world),
    }))
    const walks = [
      onScreens,
      onMethods,
      await inWorld(browser, walkOwnNodes),
      await inWorld(browser, walkSocket),
      await inWorld(browser, walkPaidBatch),
      await inWorld(browser, walkAddedNetwork),
    ]
    const walked = {
      screens: onScreens.screens,
      methods: onMethods.methods,
      unexpected: walks.flatMap(({ unexpected }) => unexpected),
    }
    await keep(browser, walked)
    expect(walked).toEqual({ screens: screens.length, methods: methods.length, unexpected: [] })
  })

/** Requests in the background, by HTTP, by a WebSocket and after a while, and in the page of a site. */
const plants = {
  'background.js': [
    `fetch('https://${planted.worker}/').catch(() => 0);`,
    `new WebSocket('wss://${planted.socket}/');`,
    // The package takes `fetch` out of its realm: who comes late has to keep it.
    `((ask) => setTimeout(() => ask('https://${planted.late}/').catch(() => 0), 2_500))(fetch);`,
  ].join(''),
  'content-scripts/relay.js': `new Image().src = 'https://${planted.frame}/';`,
}

for (const browser of ['chrome', 'firefox'] as const)
  test(`a request that somebody plants is seen in ${browser}`, async () => {
    const { unexpected } = await inWorld(browser, walkPlanted, plants)
    const found = new Set(unexpected.map((one) => one.split(': ')[1]))
    expect(found).toEqual(new Set(Object.values(planted)))
  })
