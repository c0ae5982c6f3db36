import { bytesToHex } from 'viem'

/** SHA-256 of `english.txt` of BIP-39: 2,048 words, one a line. */
const published = '0x2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda'

/**
 * Returns the words of the file. Throws unless it is the published list to the byte: from other words would
 * come phrases that no other wallet reads.
 */
export const readWordList = async (file: ArrayBuffer): Promise<string[]> => {
  const hash = await crypto.subtle.digest('SHA-256', file)
  if (bytesToHex(new Uint8Array(hash)) !== published) throw new Error('the word list is damaged')
  return new TextDecoder().decode(file).trimEnd().split('\n')
}
