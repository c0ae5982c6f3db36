// Characters that a reader cannot see, or that move other text about: control, format, private and
// unassigned characters, spaces other than the usual one, and letters that are drawn as nothing.
const unseen =
  /(?!\n)\p{C}|(?! )\p{Z}|\u{34f}|[\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}]|\u{17b4}|\u{17b5}|[\u{e0100}-\u{e01ef}]/gu

/** A text of a site with everything in it visible: what could hide or turn text round is written out. */
export const visible = (text: string): string =>
  text.replace(unseen, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
