import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killBrowser } from '../tests/e2e/support/chromium.ts'
import { onEnd } from './cleanup.ts'

/**
 * Creates a browser profile; at the end of the program, any browser that runs on it is killed and the profile
 * deleted.
 */
export const temporaryProfile = async () => {
  const profile = await mkdtemp(join(tmpdir(), 'volley-'))
  onEnd(async () => {
    await killBrowser(profile)
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })
  return profile
}
