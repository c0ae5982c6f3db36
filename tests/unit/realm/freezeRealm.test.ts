import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { names, plants, runPlants } from './plants'

const source = readFileSync(join(import.meta.dirname, '../../../lib/realm/freezeRealm.ts'), 'utf8')
const code = stripTypeScriptTypes(source).replaceAll(/^export /gm, '')

/** A realm with the language’s own built-ins, frozen or not; runs code in it. */
const openRealm = (isFrozen: boolean) => {
  const realm = createContext({})
  const run = (text: string): unknown => runInContext(text, realm)
  run('globalThis.more = { deep: { value: 1 } }')
  if (isFrozen) run(`{ ${code}; freezeRealm('more,missing') }`)
  return run
}

test.each(Object.entries({ ...plants, ...names }))(
  'code that comes later changes nothing: %s',
  (name, plant) => {
    const only = runPlants({ [name]: plant })
    expect(openRealm(false)(only)).toEqual([name])
    expect(openRealm(true)(only)).toEqual([])
  },
)

test.each(['more.deep.value = 2', 'more = 2', 'delete more.deep'])(
  'a value that is named is frozen with all that hangs on it: %s',
  (plant) => {
    expect(openRealm(false)(runPlants({ plant }))).toEqual(['plant'])
    expect(openRealm(true)(runPlants({ plant }))).toEqual([])
  },
)

test.each<[string, string, unknown]>([
  ['names of its own errors', "const e = new Error(); e.name = 'Odd'; String(e)", 'Odd'],
  ['messages of its own errors', "const e = new TypeError('a'); e.message = 'b'; e.message", 'b'],
  [
    'a class of errors',
    "class E extends Error { constructor() { super('m'); this.name = 'E' } }; String(new E())",
    'E: m',
  ],
  ['texts of its own objects', "const o = {}; o.toString = () => 'own'; `${o}`", 'own'],
  [
    'keys with names of built-ins',
    'Object.assign({}, { constructor: 1, valueOf: 2 }).constructor',
    1,
  ],
  ['calls of its own functions', 'const f = () => 0; f.call = () => 1; f.call()', 1],
  [
    'prototypes of its own',
    'function F() {}; F.prototype = { constructor: F }; new F().constructor === F',
    true,
  ],
  ['classes of its own', "class A extends Map { get() { return 'own' } }; new A().get()", 'own'],
  ['weak maps of its own', "const w = new WeakMap(); w.get = () => 'own'; w.get()", 'own'],
  [
    'the length of stacks, as React does',
    "const f = () => { Error.stackTraceLimit = 1; return new Error('m').stack.split('\\n').length }; f()",
    2,
  ],
  [
    'who writes stacks, to no avail',
    'Error.prepareStackTrace = () => 1; new Error().stack !== 1',
    true,
  ],
  [
    'how dates are written as JSON, as Chrome’s script for notifications does',
    'Date.prototype.toJSON = undefined; JSON.stringify(new Date(0))',
    '{}',
  ],
  ['promises, as Dexie needs', 'Promise.all = 1; Promise.prototype.then = 2; Promise.all', 1],
])('a library may still change %s', (_, own, result) => {
  expect(openRealm(true)(`'use strict'; ${own}`)).toEqual(result)
})

test('stacks are as long as before', () => {
  expect(openRealm(true)('Error.stackTraceLimit')).toBe(openRealm(false)('Error.stackTraceLimit'))
})

test('nothing hangs on the length and the name of a function, at which freezing does not look', () => {
  const found = openRealm(false)(`{
    const seen = new Set()
    const odd = []
    let functions = 0
    const walk = (value) => {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return
      if (seen.has(value)) return
      seen.add(value)
      walk(Object.getPrototypeOf(value))
      if (typeof value === 'function') functions++
      for (const key of Reflect.ownKeys(value)) {
        const { value: held, get, set } = Object.getOwnPropertyDescriptor(value, key)
        const isBare = get === undefined && Object(held) !== held
        if (typeof value === 'function' && ['length', 'name'].includes(key) && !isBare) odd.push(key)
        for (const part of [held, get, set]) walk(part)
      }
    }
    walk(globalThis)
    JSON.stringify([functions > 500, odd])
  }`)
  expect(found).toBe('[true,[]]')
})
