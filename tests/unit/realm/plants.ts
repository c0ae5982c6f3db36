/**
 * What a dependency that turned evil would try first, by name: to change what the wallet's own code calls. Code
 * that throws, or that has changed nothing, has failed.
 */
export const plants: Record<string, string> = {
  'a method of arrays': 'Array.prototype.push = evil',
  'a method of arrays, defined': "Object.defineProperty(Array.prototype, 'map', { value: evil })",
  'the iterator of arrays': 'Array.prototype[Symbol.iterator] = evil',
  'the step of that iterator': 'Object.getPrototypeOf([][Symbol.iterator]()).next = evil',
  'the step of a map’s iterator': 'Object.getPrototypeOf(new Map().values()).next = evil',
  'a property of every object': 'Object.prototype.polluted = evil',
  'a method of every object': 'Object.prototype.toString = evil',
  'the call of every function': 'Function.prototype.call = evil',
  'a prototype’s prototype': 'Object.setPrototypeOf(Array.prototype, { evil })',
  'a method of texts': 'String.prototype.replace = evil',
  'a method of patterns': 'RegExp.prototype.exec = evil',
  'a method of maps': 'Map.prototype.get = evil',
  'bytes that are copied': 'Object.getPrototypeOf(Uint8Array).prototype.set = evil',
  'JSON that is read': 'JSON.parse = evil',
  'JSON as a whole': 'globalThis.JSON = { parse: evil }',
  'JSON as a whole, defined':
    "Object.defineProperty(globalThis, 'JSON', { value: { parse: evil } })",
  'the clock': 'Date.now = evil',
  'numbers of texts': 'globalThis.BigInt = evil',
  'names of errors': 'Error.prototype.message = evil',
  'calls by reflection': 'Reflect.apply = evil',
  'hashes in WebAssembly': 'WebAssembly.instantiate = evil',
}

/** The same for what browsers add. */
export const browserPlants: Record<string, string> = {
  'JSON, deleted': 'delete globalThis.JSON',
  'random numbers': 'crypto.getRandomValues = evil',
  'random numbers, from above': 'Crypto.prototype.getRandomValues = evil',
  encryption: 'crypto.subtle.encrypt = evil',
  'encryption, from above': 'SubtleCrypto.prototype.encrypt = evil',
  requests: 'globalThis.fetch = evil',
  'the text of answers': 'Response.prototype.text = evil',
  sockets: 'globalThis.WebSocket = evil',
  'what sockets send': 'WebSocket.prototype.send = evil',
  'rows that are written': 'IDBObjectStore.prototype.put = evil',
  'the data of messages': "Object.defineProperty(MessageEvent.prototype, 'data', { get: evil })",
  'what ports send': 'MessagePort.prototype.postMessage = evil',
}

/** Runs each plant strictly, as a module's code runs; returns the names of those that were not refused. */
export const runPlants = (all: Record<string, string>): string => `
  (() => {
    'use strict'
    const evil = function evil() { return 'evil' }
    const taken = []
    const plants = {${Object.entries(all)
      .map(([name, code]) => `${JSON.stringify(name)}: () => { ${code} }`)
      .join(',')}}
    for (const [name, plant] of Object.entries(plants)) {
      try { plant() } catch { continue }
      taken[taken.length] = name
    }
    return taken
  })()`
