import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { freezeRealm } from '@/lib/realm/freezeRealm'
import { plants, runPlants } from './plants'

/** A realm with the language’s own built-ins, frozen or not. */
const openRealm = (isFrozen: boolean) => {
  const realm = runInNewContext('globalThis') as typeof globalThis & {
    eval: (code: string) => unknown
  }
  if (isFrozen) freezeRealm(realm)
  return realm
}

test.each(Object.entries(plants))('code that comes later changes nothing: %s', (name, code) => {
  const only = runPlants({ [name]: code })
  expect(openRealm(false).eval(only)).toEqual([name])
  expect(openRealm(true).eval(only)).toEqual([])
})

test('a name that is left free can be given to another, and what it named stays as it was', () => {
  const realm = runInNewContext('globalThis') as { JSON: JSON }
  freezeRealm(realm, ['JSON'])
  const { parse } = realm.JSON
  expect(() => (realm.JSON.parse = () => 'evil')).toThrow(TypeError)
  realm.JSON = { ...JSON, parse: () => 'evil' }
  expect(realm.JSON.parse('1')).toBe('evil')
  expect(parse('1')).toBe(1)
})

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
  ['promises, as Dexie needs', 'Promise.all = 1; Promise.prototype.then = 2; Promise.all', 1],
])('a library may still change %s', (_, code, result) => {
  expect(openRealm(true).eval(code)).toEqual(result)
})
