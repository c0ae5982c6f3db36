import { browser } from 'wxt/browser'
import { readWordList } from '../keyring/wordList'

/**
 * Reads the words of recovery phrases from the package, each time they are needed: the first answer of a
 * started background needs none.
 */
export const wordList = async (): Promise<string[]> => {
  const file = await fetch(browser.runtime.getURL('/english.txt'))
  return readWordList(await file.arrayBuffer())
}
