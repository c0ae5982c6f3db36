/** Name of the tag that holds the addresses of the page's later files, by the build. */
export const laterFiles = 'later-files'

/**
 * Has the browser fetch and compile what an approval loads beside its first questions, while the page's own script is
 * still on its way. Nothing waits for it.
 */
export const preloadLater = (): void => {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name=${laterFiles}]`)
  for (const href of tag?.content.split(' ') ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
}
