/**
 * Sanitizes text from a site, contract or node: replaces what could rewrite the wallet's own sentence or hide
 * in it, such as control and bidi characters, odd spaces, fillers and combining marks, and cuts it to
 * `length` characters.
 */
export const sanitize = (text: string, length = 200): string =>
  text
    .slice(0, length * 2)
    .normalize('NFC')
    .replace(/(?! )[\p{C}\p{M}\p{Z}\p{DI}\u2800\u{13441}\u{13442}\u{1d159}]/gu, '\u00b7')
    .slice(0, length)
