import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { killBrowser, launchWallet } from '../support/chromium.ts'
import { expect, test } from '../support/test.ts'

const root = join(import.meta.dirname, '../../..')

/** Builds an extension whose background closes its realm as the package does. */
const buildClosed = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'volley-closed-'))
  await build({
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, 'tests/e2e/support/extensions/closedRealm/background.ts'),
        output: { format: 'iife', entryFileNames: 'background.js' },
      },
    },
  })
  await copyFile(join(root, 'public/icon/128.png'), join(folder, 'icon.png'))
  const manifest = {
    manifest_version: 3,
    name: 'A closed realm',
    version: '1',
    permissions: ['notifications', 'storage', 'alarms'],
    background: { service_worker: 'background.js' },
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return folder
}

type Closed = { tryAll: () => Promise<Record<string, unknown>> }

test('the browser’s own scripts work behind frozen built-ins and without what was taken away', async () => {
  const extension = await buildClosed()
  const closed = await launchWallet({ extension, headless: true })
  try {
    // A worker is there before its script has run.
    const hasRun = () => closed.worker.evaluate(() => 'tryAll' in globalThis)
    await expect.poll(hasRun).toBe(true)
    const found = await closed.worker.evaluate(() => (globalThis as unknown as Closed).tryAll())
    expect(found).toEqual({
      fetch: 'undefined',
      chrome: 'undefined',
      notifications: ['one'],
      storage: { kept: 1 },
      alarms: ['one'],
      windows: 'popup',
      permissions: false,
    })
  } finally {
    await closed.context.close()
    await killBrowser(closed.profile)
    await rm(extension, { recursive: true, force: true })
  }
})
