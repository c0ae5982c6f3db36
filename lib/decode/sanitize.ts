/** A foreign text without what could rewrite the wallet's own sentence: control and bidi characters, and length. */
export const sanitize = (text: string, length = 200): string =>
  text
    .slice(0, length * 2)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\u00b7')
    .slice(0, length)
