import type { Plugin } from 'vite'

/**
 * Puts the script that applies the theme behind the page's own files in its head. A browser asks for what stands below a
 * classic script only once that has run. Throws if that script is there and one of both places is not found.
 */
export const withPageFirst = (html: string): string => {
  if (!html.includes('/theme.js')) return html
  const [theme] = /\n *<script src="\/theme\.js"><\/script>/.exec(html) ?? []
  const [end] = /\n *<\/head>/.exec(html) ?? []
  if (theme === undefined || end === undefined)
    throw new Error('the script of the theme is not where it was in the head of the page')
  return html.replace(theme, '').replace(end, () => theme + end)
}

/** Vite plugin that has a browser fetch the page's files beside the script that applies the theme. */
export const pageFirst = (): Plugin => ({
  name: 'page-first',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: withPageFirst },
})
