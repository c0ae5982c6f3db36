/** Ways out of a script that the wallet itself uses, by their owners alone. */
type Powers = Pick<typeof globalThis, 'fetch' | 'WebSocket' | 'indexedDB'>

/** Read from the global object at each use, until `takePowers` has taken them out of it. */
export let powers: Powers = globalThis

const ways =
  'fetch,fetchLater,XMLHttpRequest,EventSource,WebSocket,WebSocketStream,WebTransport,RTCPeerConnection,webkitRTCPeerConnection,Worker,SharedWorker,caches,importScripts,clients,registration,indexedDB,chrome,browser'

/** Deletes a name wherever a lookup would find it: Chrome keeps some on the prototypes of a worker's global object. */
const deleteEverywhere = (from: object, name: string): void => {
  for (let at: object | null = from; at; at = Reflect.getPrototypeOf(at))
    Reflect.deleteProperty(at, name)
}

let isLent = false

const lent = () => (isLent ? powers.fetch : undefined)

/**
 * Runs a function with `fetch` in the global object: Chrome's own script for notifications loads their picture with
 * it before it returns.
 */
export const lendFetch = <Result>(run: () => Result): Result => {
  isLent = true
  try {
    return run()
  } finally {
    isLent = false
  }
}

/**
 * Takes the ways to the network, the disk and the extension API out of the global object. Each name stays, as
 * undefined: Chrome would put the API back, or into what somebody put there, when a permission is granted.
 */
export const takePowers = (): void => {
  const { WebSocket, indexedDB } = globalThis
  powers = { fetch: globalThis.fetch.bind(globalThis), WebSocket, indexedDB }
  deleteEverywhere(navigator, 'sendBeacon')
  for (const name of ways.split(',')) {
    deleteEverywhere(globalThis, name)
    const kept = name === 'fetch' ? { get: lent } : { value: undefined }
    Reflect.defineProperty(globalThis, name, kept)
  }
}
