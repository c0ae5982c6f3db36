const { defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, seal } = Object
const { ownKeys } = Reflect

/** Built-ins of the language. `Promise` is missing: Dexie changes it to know its transactions. */
const language =
  'Object,Function,Array,String,Number,Boolean,Symbol,BigInt,Map,Set,WeakMap,WeakSet,WeakRef,FinalizationRegistry,Date,RegExp,JSON,Math,Reflect,Proxy,Iterator,ArrayBuffer,SharedArrayBuffer,DataView,Atomics,Int8Array,Uint8Array,Uint8ClampedArray,Int16Array,Uint16Array,Int32Array,Uint32Array,Float16Array,Float32Array,Float64Array,BigInt64Array,BigUint64Array,Error,AggregateError,EvalError,RangeError,ReferenceError,SyntaxError,TypeError,URIError,Intl,WebAssembly,parseInt,parseFloat,isNaN,isFinite,decodeURI,decodeURIComponent,encodeURI,encodeURIComponent'

/** Values whose prototypes have no name. */
const unnamed = () => [
  [].values(),
  new Map().values(),
  new Set().values(),
  ''[Symbol.iterator](),
  ''.matchAll(/./g),
  function* () {
    yield 0
  },
  async () => Promise.resolve(),
  async function* () {
    yield await Promise.resolve()
  },
]

/**
 * Lets objects that inherit a property still get their own by assignment, which a frozen data property forbids.
 */
const allowOverriding = (prototype: object, name: PropertyKey, own: PropertyDescriptor): void => {
  if (!own.writable || !own.configurable) return
  const value: unknown = own.value
  defineProperty(prototype, name, {
    get: () => value,
    set(this: unknown, next: unknown) {
      if (this === prototype) throw new TypeError(`${String(name)} is frozen`)
      const given = { value: next, writable: true, enumerable: true, configurable: true }
      defineProperty(this, name, given)
    },
    configurable: false,
  })
}

/** Seals an object and makes all of its properties read-only, but one that code of the browser or of React sets. */
const sealBut = (target: object, open: string): void => {
  for (const name of ownKeys(seal(target)))
    if (name !== open && getOwnPropertyDescriptor(target, name)?.writable)
      defineProperty(target, name, { writable: false })
}

/**
 * React sets how long an error's stack is, and who writes it: the length it may have, the writer it may not. Chrome's
 * own script for notifications sets how dates are written as JSON; the wallet writes none.
 */
const sealWhatIsSet = (): void => {
  Error.stackTraceLimit ||= 10
  defineProperty(Error, 'prepareStackTrace', { get: () => undefined, set: () => undefined })
  sealBut(Error, 'stackTraceLimit')
  sealBut(Date.prototype, 'toJSON')
}

/** Fields of a property's descriptor that hold a value. */
const parts = ['value', 'get', 'set'] as const

/**
 * Freezes the language's built-ins, `more` of the global object's values, all that hangs on them, and their
 * names, so that code which runs later can neither replace nor extend them.
 */
export const freezeRealm = (more = ''): void => {
  const done = new Set<unknown>([Promise, Promise.prototype])
  const freezeAll = (value: unknown): void => {
    if (typeof value !== 'object' && typeof value !== 'function') return
    if (value === null || done.has(value)) return
    done.add(value)
    freezeAll(getPrototypeOf(value))
    // Not what is iterated: as accessors, its methods make decoding take twice as long.
    const isInherited = hasOwn(value, 'constructor') && !(Symbol.iterator in value)
    for (const name of ownKeys(value)) {
      // A number and a text, of every function: looking at them too takes a third of the time.
      if (!isInherited && typeof value === 'function' && (name === 'length' || name === 'name'))
        continue
      const own = getOwnPropertyDescriptor(value, name) ?? {}
      for (const part of parts) freezeAll(own[part])
      if (isInherited) allowOverriding(value, name, own)
    }
    if (value !== Error && value !== Date.prototype) freeze(value)
  }
  sealWhatIsSet()
  for (const value of unnamed()) freezeAll(getPrototypeOf(value))
  for (const name of `${language},${more}`.split(',')) {
    const value = (globalThis as Record<string, unknown>)[name]
    if (value === undefined) continue
    freezeAll(value)
    const kept = { value, writable: false, configurable: false }
    // A window of Firefox keeps no name for ever, and answers false.
    Reflect.defineProperty(globalThis, name, kept)
  }
}
