/**
 * Attempts of a dependency that turned evil, by name: to change what the wallet's own code calls. Code
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
  'the call of one function': 'Array.prototype.push.call = evil',
  'a prototype’s prototype': 'Object.setPrototypeOf(Array.prototype, { evil })',
  'a method of texts': 'String.prototype.replace = evil',
  'a method of patterns': 'RegExp.prototype.exec = evil',
  'a method of maps': 'Map.prototype.get = evil',
  'a method of weak maps': 'WeakMap.prototype.get = evil',
  'bytes that are copied': 'Object.getPrototypeOf(Uint8Array).prototype.set = evil',
  'functions that wait': 'Object.getPrototypeOf(async () => 0).evil = evil',
  'JSON that is read': 'JSON.parse = evil',
  'the clock': 'Date.now = evil',
  'names of errors': 'Error.prototype.message = evil',
  'what makes stacks': 'Error.captureStackTrace = evil',
  'what writes stacks':
    'Error.prepareStackTrace = evil; if (Error.prepareStackTrace !== evil) throw 0',
  'calls by reflection': 'Reflect.apply = evil',
  'hashes in WebAssembly': 'WebAssembly.instantiate = evil',
}

/** Names that are given to others; a window of Firefox lets each name be defined anew. */
export const names: Record<string, string> = {
  'JSON as a whole': 'globalThis.JSON = { parse: evil }',
  'numbers of texts': 'globalThis.BigInt = evil',
  'JSON as a whole, defined':
    "Object.defineProperty(globalThis, 'JSON', { value: { parse: evil } })",
}

/** Attempts on built-ins that browsers add. */
export const browserPlants: Record<string, string> = {
  'URL, deleted': "delete globalThis['URL']",
  'random numbers': 'crypto.getRandomValues = evil; if (crypto.getRandomValues !== evil) throw 0',
  'random numbers, from above': 'Crypto.prototype.getRandomValues = evil',
  encryption: 'crypto.subtle.encrypt = evil',
  'encryption, from above': 'SubtleCrypto.prototype.encrypt = evil',
  'the text of answers': 'Response.prototype.text = evil',
  'rows that are written': 'IDBObjectStore.prototype.put = evil',
  'the data of messages': "Object.defineProperty(MessageEvent.prototype, 'data', { get: evil })",
  'what ports send': 'MessagePort.prototype.postMessage = evil',
}

/**
 * Ways out of a script, by name; each is a value that is there while the way is open. None is taken. `realm` is
 * the global object, whose prototypes have some of the names too.
 */
export const ways: Record<string, string> = {
  ...Object.fromEntries(
    'fetch fetchLater XMLHttpRequest EventSource WebSocket WebSocketStream WebTransport RTCPeerConnection caches importScripts Worker SharedWorker indexedDB chrome browser clients registration'
      .split(' ')
      .map((name) => [name, `find('${name}')`]),
  ),
  'navigator.sendBeacon': 'navigator.sendBeacon',
  'a fresh realm': "typeof document === 'object' && fresh()",
  'fetch of a fresh realm': "typeof document === 'object' && fresh().fetch",
  'RTCPeerConnection of a fresh realm': "typeof document === 'object' && fresh().RTCPeerConnection",
  'WebTransport of a fresh realm': "typeof document === 'object' && fresh().WebTransport",
  'indexedDB of a fresh realm': "typeof document === 'object' && fresh().indexedDB",
  'chrome of a fresh realm': "typeof document === 'object' && fresh().chrome?.storage",
  navigation: "typeof document === 'object' && location.assign",
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

/** Looks for each way; returns the names of those that are open. */
export const openWays = `
  (() => {
    'use strict'
    const find = (name) => {
      for (let at = globalThis; at; at = Object.getPrototypeOf(at)) {
        const own = Object.getOwnPropertyDescriptor(at, name)
        if (own && (own.get ? own.get.call(globalThis) : own.value) !== undefined) return true
      }
      return globalThis[name]
    }
    const fresh = () => document.body.appendChild(document.createElement('iframe')).contentWindow
    const ways = {${Object.entries(ways)
      .map(([name, code]) => `${JSON.stringify(name)}: () => ${code}`)
      .join(',')}}
    return Object.keys(ways).filter((name) => {
      try {
        const found = ways[name]()
        return found !== undefined && found !== null && found !== false
      } catch { return false }
    })
  })()`
