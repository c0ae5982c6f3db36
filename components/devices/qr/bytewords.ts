import { concatBytes, numberToBytes } from 'viem'
import { crc32 } from './crc32'
import { qrError } from './fault'

/** First and last letter of each of the 256 words (BCR-2020-012), in the order of their bytes. */
const letters = [
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackct',
  'cxclcpcndkdadsdidedtdrdndwdpdmdldyeheyeoeeecenemetesftfrfnfsfmfh',
  'fzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhe',
  'hnhsidiaieihiyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblb',
  'lalylflslrlplnltloldlelulklgmnmymhmemomumwmdmtmsmknlnyndnsntnnne',
  'nboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrs',
  'rtsesasrssskswstspsosgsbsfsntotktitttdtetytltbtstptatnuyuoutueur',
  'vtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyaytzszoztzczezm',
].join('')

const pairs = Array.from({ length: 256 }, (_, byte) => letters.slice(2 * byte, 2 * byte + 2))
const byteOf = new Map(pairs.map((pair, byte) => [pair, byte]))

/** Writes bytes and their checksum as letters, two for a byte ("minimal" bytewords). */
export const toBytewords = (bytes: Uint8Array): string =>
  Array.from(
    concatBytes([bytes, numberToBytes(crc32(bytes), { size: 4 })]),
    (byte) => pairs[byte] ?? '',
  ).join('')

/** Reads what `toBytewords` writes, in small letters. Throws `damaged` for another checksum or form. */
export const fromBytewords = (text: string): Uint8Array => {
  const found = (text.match(/../g) ?? []).map((pair) => byteOf.get(pair) ?? -1)
  const all = Uint8Array.from(found)
  const body = all.subarray(0, -4)
  const isWhole =
    text.length % 2 === 0 &&
    all.length > 4 &&
    !found.includes(-1) &&
    new DataView(all.buffer, all.length - 4).getUint32(0) === crc32(body)
  if (!isWhole) throw qrError('damaged')
  return body
}
