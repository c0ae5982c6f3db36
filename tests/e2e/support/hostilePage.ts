import type { Frame, Page } from '@playwright/test'
import { batch, type Answer, type Dapp } from './site.ts'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { nodeMethods } from '../../../lib/site/nodeMethods.ts'
import { mail } from '../../unit/sign/typedDataSamples.ts'

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

/** Ways to embed a document; `url` is the page's own URL, `other` another site's. */
export const frameKinds = {
  'a frame of the same site': { src: 'url' },
  'a frame of another site': { src: 'other' },
  'a sandboxed frame': { src: 'url', sandbox: 'allow-scripts' },
  'a sandboxed srcdoc': { srcdoc: '<h1>Text</h1>', sandbox: 'allow-scripts' },
  srcdoc: { srcdoc: '<h1>Text</h1>' },
  'about:blank': { src: 'about:blank' },
  'a data: URL': { src: 'data:text/html,<h1>Text</h1>' },
  'a blob: URL': { src: 'blob' },
} as const

/** Name of a way to embed a document. */
export type FrameKind = keyof typeof frameKinds

/** Adds a frame to a page or to one of its frames, and waits until it is loaded. */
export const addFrame = async (
  page: Pick<Page | Frame, 'evaluateHandle'>,
  kind: FrameKind,
  sites: { url: string; other: string },
): Promise<Frame> => {
  const handle = await page.evaluateHandle(
    ([attributes, addresses]) =>
      new Promise<HTMLIFrameElement>((resolve) => {
        const frame = document.createElement('iframe')
        for (const [name, value] of Object.entries(attributes)) {
          const blob = () => URL.createObjectURL(new Blob(['<h1>Text</h1>'], { type: 'text/html' }))
          const known: Record<string, string | undefined> = { ...addresses }
          frame.setAttribute(name, value === 'blob' ? blob() : (known[value] ?? value))
        }
        frame.onload = () => resolve(frame)
        document.body.append(frame)
      }),
    [frameKinds[kind], { url: sites.url, other: sites.other }] as const,
  )
  const frame = await handle.asElement().contentFrame()
  if (!frame) throw new Error(`There is no frame: ${kind}`)
  return frame
}

/** Sends requests to the wallet from a frame, one after another. */
export const askAll = (
  frame: Frame,
  requests: readonly (readonly [method: string, params: unknown])[],
): Promise<Answer[]> =>
  frame.evaluate(async (all) => {
    type Provider = { request: (request: object) => Promise<unknown> }
    const { ethereum } = window as unknown as { ethereum: Provider }
    const answers: Answer[] = []
    for (const [method, params] of all)
      answers.push(
        await ethereum.request({ method, params }).then(
          (result) => ({ result }),
          (thrown: unknown) => {
            const { code, message } = thrown as { code: number; message: string }
            return { error: { code, message } }
          },
        ),
      )
    return answers
  }, requests)

type Actor = 'the site' | 'the other' | 'who frames it' | 'nobody'

/** Site whose origin each kind of frame has, by the HTML standard. */
const actors: Record<FrameKind, Actor> = {
  'a frame of the same site': 'the site',
  'a frame of another site': 'the other',
  srcdoc: 'who frames it',
  'about:blank': 'who frames it',
  'a blob: URL': 'who frames it',
  'a sandboxed frame': 'nobody',
  'a sandboxed srcdoc': 'nobody',
  'a data: URL': 'nobody',
}

/** Kinds of frames with the origin that each has. */
export const kinds = Object.entries(actors) as [FrameKind, Actor][]

/** Adds every kind of frame to the page, and again to a frame of another site in it. */
export const allFrames = async (page: Pick<Page, 'evaluateHandle' | 'mainFrame'>, dapp: Dapp) => {
  const inner = await addFrame(page, 'a frame of another site', dapp)
  const parents = [
    { parent: page.mainFrame(), framedBy: 'the site' as const },
    { parent: inner, framedBy: 'the other' as const },
  ]
  const frames: { frame: Frame; actor: Exclude<Actor, 'who frames it'>; what: string }[] = []
  for (const { parent, framedBy } of parents)
    for (const [kind, actor] of kinds)
      frames.push({
        frame: await addFrame(parent, kind, dapp),
        actor: actor === 'who frames it' ? framedBy : actor,
        what: `${kind} in ${framedBy}`,
      })
  return frames
}

type Site = { account: string; chainId: string }

/** Params with which a request ends without a window, whoever sends it; methods not listed get none. */
const paramsOf = ({ account: from, chainId }: Site): Record<string, unknown> => {
  const typedData = JSON.stringify({ ...mail, domain: { ...mail.domain, chainId: 1 } })
  return {
    wallet_sendCalls: [batch({ from, chainId, capabilities: { magic: {} } })],
    eth_sendTransaction: [{ from, to: from, data: '0x00' }],
    eth_signTypedData_v4: [from, typedData],
    eth_signTypedData_v3: [from, typedData],
    wallet_getCapabilities: [from, [chainId]],
    eth_getBalance: [from, 'latest'],
    wallet_getCallsStatus: ['0x1234'],
    wallet_showCallsStatus: ['0x1234'],
    web3_sha3: ['0x00'],
    personal_ecRecover: ['0x00', `0x${'00'.repeat(65)}`],
    // Invalid on purpose: with valid params, each answer would be a new ID.
    eth_newBlockFilter: {},
    eth_newPendingTransactionFilter: {},
  }
}

/** Sent last, because it ends the connection that the other requests need. */
export const last = ['wallet_revokePermissions', [{ eth_accounts: {} }]] as const

/** Each method has a file of its name. */
const methods = readdirSync('lib/site')
  .map((file) => basename(file, '.ts'))
  .filter((name) => name.includes('_') && name !== last[0])

/** All methods that a site may call, read from the folder, and some that it may not. */
export const names = [...methods, ...nodeMethods, 'eth_sign', '__proto__', 'constructor']

/** Builds a request for each method, with one site's account, and again with the other's. */
export const requestsFor = (sites: Site[]) =>
  sites.flatMap((site, index) => {
    const params = paramsOf(site)
    const asked = index === 0 ? names : Object.keys(params)
    return asked.map((name) => [name, Object.hasOwn(params, name) ? params[name] : []] as const)
  })
