import { browser, type PublicPath } from 'wxt/browser'

/** Reads a file of the package: what the first answer of a started background does not need. */
export const packageFile = async (path: PublicPath): Promise<ArrayBuffer> => {
  const file = await fetch(browser.runtime.getURL(path))
  return file.arrayBuffer()
}
