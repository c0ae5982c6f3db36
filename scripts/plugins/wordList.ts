import { wordlist } from '@scure/bip39/wordlists/english'

/** The file of the package that has the English words of BIP-39, one a line, as its authors publish it. */
export const wordListFile = { relativeDest: 'english.txt', contents: `${wordlist.join('\n')}\n` }
