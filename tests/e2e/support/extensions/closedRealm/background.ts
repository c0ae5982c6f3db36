import '../../../../../lib/realm/first'
import { browser } from 'wxt/browser'
import { lendFetch } from '../../../../../lib/realm/powers'

const about = {
  type: 'basic' as const,
  title: 'A notice',
  iconUrl: browser.runtime.getURL('/icon.png' as '/'),
  message: 'from a closed realm',
}

/** The parts of the extension API that the wallet's background uses, and that Chrome's own scripts carry out. */
const uses: Record<string, () => unknown> = {
  notifications: async () => {
    await lendFetch(() => browser.notifications.create('one', about))
    return Object.keys(await browser.notifications.getAll())
  },
  storage: async () => {
    await browser.storage.local.set({ kept: 1 })
    return browser.storage.local.get('kept')
  },
  alarms: async () => {
    await browser.alarms.create('one', { periodInMinutes: 1 })
    return (await browser.alarms.getAll()).map(({ name }) => name)
  },
  windows: async () => {
    const opened = await browser.windows.create({ url: 'about:blank', type: 'popup' })
    await browser.windows.remove(opened?.id ?? 0)
    return opened?.type
  },
  permissions: () => browser.permissions.contains({ origins: ['https://a.example/*'] }),
}

Object.assign(globalThis, {
  tryAll: async () => {
    const found: Record<string, unknown> = {
      fetch: typeof fetch,
      chrome: typeof Reflect.get(globalThis, 'chrome'),
    }
    for (const [name, use] of Object.entries(uses))
      found[name] = await Promise.resolve(use()).catch(String)
    return found
  },
})
