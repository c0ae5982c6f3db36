// This module keeps the extension API for its importers, so it comes before the name is gone.
import 'wxt/browser'
import { freezeRealm } from './freezeRealm'
import { takePowers } from './powers'

const isPackage = import.meta.env.MODE === 'production'

/** Built-ins of the browser that keys, requests and rows pass through. */
const browsers =
  'crypto,Crypto,SubtleCrypto,CryptoKey,TextEncoder,TextDecoder,atob,btoa,structuredClone,URL,URLSearchParams,Headers,Request,Response,ReadableStream,AbortController,AbortSignal,EventTarget,Event,MessageEvent,MessagePort,BroadcastChannel,IDBFactory,IDBDatabase,IDBTransaction,IDBObjectStore,IDBIndex,IDBCursor,IDBCursorWithValue,IDBRequest,IDBOpenDBRequest,IDBKeyRange'

// First of all imports of an entrypoint: what runs before it can change everything. Tests in a browser put
// faults into `fetch` and the database of the development build, which keeps those.
freezeRealm(isPackage ? browsers : '')
if (isPackage) {
  // A getter gives it, so that it does not hang on `crypto`.
  Object.freeze(crypto.subtle)
  takePowers()
}
