/** Digits as the letters that they resemble, and letters that are alike as one. */
const shapes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  i: 'l',
}

/** Writes letters and digits that are taken for one another as one: `0ptirnism` as `optlmlsm`. */
export const shape = (text: string): string =>
  text
    .replace(/[\di]/g, (char) => shapes[char] ?? char)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
