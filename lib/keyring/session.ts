import { browser } from 'wxt/browser'
import type { Session } from './keyring'

const name = 'dataKey'

/** The browser's session storage: in memory, out of reach of pages, gone when the browser stops. */
export const session: Session = {
  get: async () => (await browser.storage.session.get<Record<string, string>>(name))[name],
  set: (key) =>
    key === undefined
      ? browser.storage.session.remove(name)
      : browser.storage.session.set({ [name]: key }),
}
