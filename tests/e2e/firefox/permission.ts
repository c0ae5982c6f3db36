import type { Firefox } from './browser.ts'
import { until } from './until.ts'

/** Answers the browser's own question for a host, which hangs from its toolbar. */
export const answerPrompt = ({ privileged }: Firefox, isYes: boolean) =>
  until('the question for the host', () =>
    privileged<boolean>(`(() => {
      const { panel, isPanelOpen } = PopupNotifications
      const question = panel.firstElementChild
      if (!isPanelOpen || !question) return false
      question.${isYes ? 'button' : 'secondaryButton'}.click()
      return true
    })()`),
  )

/** Whether the wallet may read from there. */
export const mayRead = ({ privileged }: Firefox, url: string) =>
  privileged<boolean>(`extension.allowedOrigins.matches(Services.io.newURI('${url}'))`)

/** Takes the leave for all hosts away, as a user can on the page of add-ons; Firefox gives it with the installation. */
export const takeLeave = ({ privileged }: Firefox) =>
  privileged(`(() => {
    const url = 'resource://gre/modules/ExtensionPermissions.sys.mjs'
    const { ExtensionPermissions } = ChromeUtils.importESModule(url)
    const taken = { permissions: [], origins: ['https://*/*'] }
    return ExtensionPermissions.remove(extension.id, taken, extension)
  })()`)
