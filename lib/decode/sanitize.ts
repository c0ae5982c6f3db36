/**
 * Sanitizes text from a site, contract or node: replaces control and bidi characters, which could rewrite the
 * wallet's own sentence, and cuts it to `length` characters.
 */
export const sanitize = (text: string, length = 200): string =>
  text
    .slice(0, length * 2)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\u00b7')
    .slice(0, length)
