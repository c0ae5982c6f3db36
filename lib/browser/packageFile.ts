import { browser, type PublicPath } from 'wxt/browser'
import { powers } from '../realm/powers'

/** Reads a file of the package: what the first answer of a started background does not need. */
export const packageFile = async (path: PublicPath): Promise<ArrayBuffer> => {
  const file = await powers.fetch(browser.runtime.getURL(path))
  return file.arrayBuffer()
}
