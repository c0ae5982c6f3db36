import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { powers } from '@/lib/realm/powers'

const source = readFileSync(join(import.meta.dirname, '../../../lib/realm/powers.ts'), 'utf8')
const code = stripTypeScriptTypes(source).replaceAll(/^export /gm, '')

/** A global object as a worker of Chrome has it, some of its names on its prototype. */
const worker = `
  const above = { fetch() { return this === globalThis }, indexedDB: 'rows' }
  Object.setPrototypeOf(globalThis, above)
  globalThis.WebSocket = 'sockets'
  globalThis.chrome = 'api'
  globalThis.navigator = { sendBeacon: 1 }`

const names = ['fetch', 'WebSocket', 'indexedDB', 'chrome']

const closed = `[${names.map((name) => `typeof ${name} === 'undefined' && above.${name} === undefined`).join()}].every(Boolean)`

test('once taken, powers are in no global object, and their owners have them', () => {
  const realm = createContext({})
  const run = (text: string): unknown => runInContext(text, realm)
  run(worker)
  run(code)
  expect(run(closed)).toBe(false)
  run('takePowers()')
  expect(run(closed)).toBe(true)
  expect(run('navigator.sendBeacon')).toBeUndefined()
  expect(run('[powers.fetch(), powers.WebSocket, powers.indexedDB].join()')).toBe(
    'true,sockets,rows',
  )
  for (const name of names)
    expect(() =>
      run(`'use strict'; Object.defineProperty(globalThis, '${name}', { value: 1 })`),
    ).toThrow('Cannot redefine')
})

test('fetch is lent to one call, and gone after it, however it ends', () => {
  const realm = createContext({})
  const run = (text: string): unknown => runInContext(text, realm)
  run(worker)
  run(code)
  run('takePowers()')
  expect(run('lendFetch(() => globalThis.fetch())')).toBe(true)
  expect(run('typeof fetch')).toBe('undefined')
  expect(() => run('lendFetch(() => { throw new Error(typeof fetch) })')).toThrow('function')
  expect(run('typeof fetch')).toBe('undefined')
})

test('until they are taken, their owners read the global object', () => {
  expect(powers).toBe(globalThis)
})
