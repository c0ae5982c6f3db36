import type { Frame, Page } from '@playwright/test'
import { type Answer, batch, type Dapp } from './site.ts'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { nodeMethods } from '../../../lib/site/nodeMethods.ts'
import { mail } from '../../unit/sign/examples.ts'

/** How a page puts another document into itself; `url` is its own address, `other` that of another site. */
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

/** The kind of a frame. */
export type FrameKind = keyof typeof frameKinds

/** Puts a frame into a page, or into one of its frames, and waits until it is there. */
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

/** Asks the wallet from inside a frame, one request after another. */
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

/** For whom each kind of frame acts, by the HTML standard. */
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

/** The kinds, each with whom it acts for. */
export const kinds = Object.entries(actors) as [FrameKind, Actor][]

/** All kinds of frames in the page, and all of them again in a frame of another site in it. */
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

/** Params that end a request without a window, whoever asks; the others are sent with none. */
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
    // It takes none, and would answer with another id each time.
    eth_newBlockFilter: {},
  }
}

/** What would end the connection that the others are to be seen with. */
export const last = ['wallet_revokePermissions', [{ eth_accounts: {} }]] as const

/** One file per method, which carries its name. */
const methods = readdirSync('lib/site')
  .map((file) => basename(file, '.ts'))
  .filter((name) => name.includes('_') && name !== last[0])

/** All that a site may ask, and some that it may not; a new method is among them by itself. */
export const names = [...methods, ...nodeMethods, 'eth_sign', '__proto__', 'constructor']

/** Each method for one site's account, and again for the other's. */
export const requestsFor = (sites: Site[]) =>
  sites.flatMap((site, index) => {
    const params = paramsOf(site)
    const asked = index === 0 ? names : Object.keys(params)
    return asked.map((name) => [name, Object.hasOwn(params, name) ? params[name] : []] as const)
  })
