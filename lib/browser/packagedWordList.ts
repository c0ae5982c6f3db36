import { readWordList } from '../keyring/wordList'
import { packageFile } from './packageFile'

/** Reads the words of recovery phrases from the package, each time they are needed. */
export const wordList = async (): Promise<string[]> =>
  readWordList(await packageFile('/english.txt'))
