// Characters that a reader cannot see, or that move other text about: control, format, private and
// unassigned characters, spaces other than the usual one, letters that are drawn as nothing, variation
// selectors but for that of emoji, and the third combining mark in a row, from which on marks pile up over
// the lines around.
const unseen =
  /(?!\n)\p{C}|(?! )\p{Z}|\u{34f}|[\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}\u{13441}\u{13442}\u{1d159}]|\u{17b4}|\u{17b5}|[\u{180b}-\u{180d}]|\u{180f}|[\u{fe00}-\u{fe0e}]|[\u{e0100}-\u{e01ef}]|(?<!\p{Extended_Pictographic})\u{fe0f}|(?<=\p{M}{2})\p{M}/gu

const written = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`

/** A text of a site with everything in it visible: what could hide or turn text round is written out. */
export const visible = (text: string): string => text.replace(unseen, written)

/** A name with everything in it visible: no mark stands over its letters but in letters of their own. */
export const visibleName = (name: string): string =>
  visible(name.normalize('NFC')).replace(/\p{M}/gu, written)
