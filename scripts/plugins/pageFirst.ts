import type { Plugin } from 'vite'

/**
 * Puts the script that applies the theme behind the page's own files in its head. A browser asks for what stands below a
 * classic script only once that has run.
 */
export const withPageFirst = (html: string): string => {
  const [theme = ''] = /\n *<script src="\/theme\.js"><\/script>/.exec(html) ?? []
  return html.replace(theme, '').replace(/\n *<\/head>/, (end) => theme + end)
}

/** Vite plugin that has a browser fetch the page's files beside the script that applies the theme. */
export const pageFirst = (): Plugin => ({
  name: 'page-first',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: withPageFirst },
})
