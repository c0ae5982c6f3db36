import { expect, test } from 'vitest'
import { asPart } from '../../scripts/plugins/backgroundParts.ts'

const chunk = (fileName: string, imports: string[] = [], dynamicImports: string[] = []) => ({
  fileName,
  isEntry: fileName === 'background.js',
  imports,
  dynamicImports,
})

const chunks = {
  'background.js': chunk('background.js', [], ['background/a.js']),
  'background/a.js': chunk('background/a.js', ['background.js', 'background/b.js']),
  'background/b.js': chunk('background/b.js', ['background.js']),
}

const opener = 'const openParts = 0;'

test('the first script loads a part behind what that needs, and knows all by their files', () => {
  const code = 'const a = Promise.resolve().then(() => require("./background/a.js"));'
  const script = asPart(code, chunks['background.js'], chunks, opener, 'chrome')
  expect(script).toContain('const a = $load("background/b.js", "background/a.js");')
  expect(script).toContain('["background/a.js", "background/b.js"]')
  expect(script).toContain('importScripts(addresses.createScriptURL(file))')
  expect(script).not.toMatch(/\bimport\s*\(/)
  expect(asPart(code, chunks['background.js'], chunks, opener, 'firefox')).toMatch(/\bimport\s*\(/)
})

test('a part defines itself and needs others by their files', () => {
  const code = 'const f = require("../background.js"); const b = require("./b.js");'
  expect(asPart(code, chunks['background/a.js'], chunks, opener, 'chrome')).toBe(
    `definePart("background/a.js", (exports, require, $load) => { 'use strict'; const f = require("background.js"); const b = require("background/b.js"); });`,
  )
})

test('no name of a part hides the function that loads another', () => {
  const code =
    'const load = () => Promise.resolve().then(() => require("./background/a.js")).then(open);'
  expect(asPart(code, chunks['background.js'], chunks, opener, 'chrome')).toContain(
    'const load = () => $load("background/b.js", "background/a.js").then(open);',
  )
  expect(() =>
    asPart('const $load = 1;', chunks['background/b.js'], chunks, opener, 'chrome'),
  ).toThrow('a name of the part')
})
