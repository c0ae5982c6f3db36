import { t } from '../text/messages'

/** Puts a text on the clipboard. Gives the sentence for how that failed, if it did; a browser may refuse it. */
export const copyText = async (text: string): Promise<string | undefined> => {
  try {
    await navigator.clipboard.writeText(text)
    return undefined
  } catch {
    return t('copyFailed')
  }
}
