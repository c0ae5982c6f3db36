/** Returns the bytes that a text takes in UTF-8, if they are more than `most`; undefined if they are not. */
export const bytesOver = (text: string, most: number): number | undefined => {
  // No character takes more than three for each of its units.
  if (text.length * 3 <= most) return undefined
  const bytes = new TextEncoder().encode(text).length
  return bytes > most ? bytes : undefined
}
