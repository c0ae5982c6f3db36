import type { Firefox } from './browser.ts'
import { until } from './until.ts'

/** Stops the background, as Firefox does with one that is idle, and waits until it has gone. */
export const stopBackground = ({ privileged }: Firefox) =>
  privileged(`extension.backgroundState === 'stopped' || new Promise((resolve) => {
    extension.once('shutdown-background-script', () => resolve(true))
    extension.terminateBackground({ disableResetIdleForTest: true })
  })`)

/** Has Firefox stop the background once it was idle for so long, in ms; 30,000 where nobody says otherwise. */
export const idleAfter = ({ privileged }: Firefox, ms: number) =>
  privileged(`Services.prefs.setIntPref('extensions.background.idle.timeout', ${ms})`)

/** Waits until Firefox has stopped it by itself, once more than before. */
export const stopsByItself = async ({ privileged }: Firefox) => {
  await privileged(`(() => {
    extension.hasStopped = false
    extension.once('shutdown-background-script', () => { extension.hasStopped = true })
  })()`)
  await until('the end of the idle background', () => privileged<boolean>('extension.hasStopped'))
}
