import drawings from './pictures.json'

const byName: Readonly<Record<string, string>> = drawings

/** Returns a listed token's picture as the URL of an image, by the name that the list has for it; undefined for none. */
export const pictureUrl = (name: string): string | undefined => {
  const svg = Object.hasOwn(byName, name) ? byName[name] : undefined
  return svg && `data:image/svg+xml,${encodeURIComponent(svg)}`
}
