type Part = Record<PropertyKey, unknown>

const { defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf } = Object
const { ownKeys } = Reflect

/** Built-ins of the language. `Promise` is missing: Dexie changes it to know its transactions. */
const language =
  'Object Function Array String Number Boolean Symbol BigInt Map Set WeakMap WeakSet WeakRef FinalizationRegistry Date RegExp JSON Math Reflect Proxy Iterator ArrayBuffer SharedArrayBuffer DataView Atomics Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float16Array Float32Array Float64Array BigInt64Array BigUint64Array Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError Intl WebAssembly parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent'

/** Built-ins of the browser that keys, requests, answers and rows pass through. */
const browsers =
  'crypto Crypto SubtleCrypto CryptoKey TextEncoder TextDecoder atob btoa structuredClone URL URLSearchParams fetch Headers Request Response ReadableStream AbortController AbortSignal WebSocket EventTarget Event MessageEvent MessagePort BroadcastChannel indexedDB IDBFactory IDBDatabase IDBTransaction IDBObjectStore IDBIndex IDBCursor IDBCursorWithValue IDBRequest IDBOpenDBRequest IDBKeyRange'

/** Prototypes whose properties libraries write on objects of their own, such as the name of an error. */
const overridden =
  'Object Function Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError'

/** A value written in the program, so that its prototypes are those of the realm. */
const unnamed = (realm: Part): unknown[] => {
  const evaluated = realm as typeof globalThis
  const iterators = [
    new evaluated.Array(0).values(),
    new evaluated.Map().values(),
    new evaluated.Set().values(),
    new evaluated.String('').matchAll(new evaluated.RegExp('', 'g')),
    new evaluated.String('')[Symbol.iterator](),
  ].map((iterator) => getPrototypeOf(iterator) as unknown)
  return [...iterators, getPrototypeOf(evaluated.Uint8Array)]
}

const isPart = (value: unknown): value is Part =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/**
 * Lets objects that inherit from a prototype still have such a property of their own by assignment, which a
 * frozen data property would forbid.
 */
const allowOverriding = (prototype: Part): void => {
  for (const name of ownKeys(prototype)) {
    const own = getOwnPropertyDescriptor(prototype, name)
    if (!own?.configurable || !own.writable) continue
    const value: unknown = own.value
    defineProperty(prototype, name, {
      get: () => value,
      set(this: unknown, next: unknown) {
        if (this === prototype) throw new TypeError(`${String(name)} is frozen`)
        defineProperty(this, name, {
          value: next,
          writable: true,
          enumerable: true,
          configurable: true,
        })
      },
      enumerable: own.enumerable ?? false,
      configurable: false,
    })
  }
}

const freezeWithPrototype = (value: unknown): void => {
  if (!isPart(value)) return
  if (isPart(value.prototype)) freeze(value.prototype)
  freeze(value)
}

/**
 * Freezes the built-ins of a realm, and their names in its global object, so that code which runs later can
 * neither replace nor extend them; names in `free` can still be given to others. What the realm lacks is left
 * out.
 */
export const freezeRealm = (global: object, free: readonly string[] = []): void => {
  const realm = global as Part
  for (const name of overridden.split(' '))
    allowOverriding((realm[name] as { prototype: Part }).prototype)
  for (const value of unnamed(realm)) freezeWithPrototype(value)
  for (const name of `${language} ${browsers}`.split(' ')) {
    const value = realm[name]
    if (value === undefined) continue
    freezeWithPrototype(value)
    if (free.includes(name)) continue
    defineProperty(realm, name, { value, writable: false, enumerable: false, configurable: false })
  }
}
