import { test as base } from '../stage.ts'
import { endFirefox, type Firefox, launchFirefox } from './browser.ts'

/** Test with a fresh Firefox and the extension, without an imported phrase. */
export const test = base.extend<{ firefox: Firefox }>({
  firefox: async ({ extension }, use) => {
    const firefox = await launchFirefox(extension)
    await use(firefox)
    await endFirefox(firefox)
  },
})

export { expect } from '@playwright/test'
