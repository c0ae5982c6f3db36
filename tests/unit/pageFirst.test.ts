import { expect, test } from 'vitest'
import { withPageFirst } from '../../scripts/plugins/pageFirst.ts'

const page = (head: string[]) =>
  ['<html>', '  <head>', ...head.map((tag) => `    ${tag}`), '  </head>', '  <body></body>'].join(
    '\n',
  )

const policy = '<meta http-equiv="Content-Security-Policy" content="connect-src \'self\'">'
const theme = '<script src="/theme.js"></script>'
const script = '<script type="module" crossorigin src="/chunks/page.js"></script>'
const styles = '<link rel="stylesheet" crossorigin href="/assets/page.css">'

test('a browser asks for the files of the page before it waits for the script of the theme', () => {
  expect(withPageFirst(page([policy, theme, script, styles]))).toBe(
    page([policy, script, styles, theme]),
  )
})

test('a page without that script stays as it is', () => {
  const other = page([policy, script])
  expect(withPageFirst(other)).toBe(other)
})

test.each([
  ['the script is written otherwise', '<script defer src="/theme.js"></script>', '\n  </head>'],
  ['the head ends on a line with others', theme, '</head>'],
])('a page is not built where %s', (_, tag, end) => {
  const html = page([policy, tag, script]).replace('\n  </head>', end)
  expect(() => withPageFirst(html)).toThrow('script of the theme')
})
