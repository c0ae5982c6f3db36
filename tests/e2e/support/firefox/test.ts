import { test as base } from '../stage.ts'
import { endFirefox, type Firefox, launchFirefox } from './browser.ts'

/** Per test a fresh Firefox with the extension, in which nobody has imported a phrase yet. */
export const test = base.extend<{ firefox: Firefox }>({
  firefox: async ({ extension }, use) => {
    const firefox = await launchFirefox(extension)
    await use(firefox)
    await endFirefox(firefox)
  },
})

export { expect } from '@playwright/test'
