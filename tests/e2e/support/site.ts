import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import type { Address, Hex } from 'viem'
import { alice, stranger } from '../../unit/accounts.ts'

export type Dapp = {
  /** `other` serves the page at a second origin, which makes it another site. */
  url: string
  other: string
  stop: () => Promise<void>
}

/** Serves an empty page at any path, in which tests run their code. */
export const serveDapp = () =>
  new Promise<Dapp>((resolve) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end('<!doctype html><html lang="en"><title>A site</title><h1>A site</h1></html>')
    })
    const stop = () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve({ url: `http://127.0.0.1:${port}/`, other: `http://localhost:${port}/`, stop })
    })
  })

export type Answer = {
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

type Provider = { request: (request: { method: string; params?: unknown }) => Promise<unknown> }

/** A page or frame that can evaluate functions. */
export type Scripted = Pick<Page, 'evaluate'>

/** Sends a request to the wallet from the page; returns the result or the error. */
export const request = (page: Scripted, method: string, params?: unknown): Promise<Answer> =>
  page.evaluate(
    async ([name, values]) => {
      const { ethereum } = window as unknown as { ethereum: Provider }
      try {
        return { result: await ethereum.request({ method: name, params: values }) }
      } catch (error) {
        const { code, message, data } = error as { code: number; message: string; data?: unknown }
        return { error: { code, message, data } }
      }
    },
    [method, params] as const,
  )

type Fields = Provider & { chainId: unknown; selectedAddress: unknown }

/**
 * Waits until a page has been told its site's state: that goes a way of its own, and may come after the answers. Its
 * event would else be heard by what listens from then on.
 */
export const knowsState = (page: Scripted) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { ethereum } = window as unknown as { ethereum: Fields }
        const ask = (method: string) => ethereum.request({ method })
        const [chainId, accounts] = await Promise.all([ask('eth_chainId'), ask('eth_accounts')])
        const [first = null] = accounts as unknown[]
        return ethereum.chainId === chainId && ethereum.selectedAddress === first
      }),
    )
    .toBe(true)

export type Call = { to?: unknown; value?: unknown; data?: unknown; capabilities?: unknown }

export type Receipt = {
  logs: { address: Address; data: Hex; topics: Hex[] }[]
  status: Hex
  blockHash: Hex
  blockNumber: Hex
  gasUsed: Hex
  transactionHash: Hex
}

export type Status = {
  version: string
  id: string
  chainId: Hex
  status: number
  atomic: boolean
  receipts?: Receipt[]
}

/** Two payments with a countable effect: 3 wei at an address that had none. */
export const payments: Call[] = [
  { to: stranger, value: '0x1' },
  { to: stranger, value: '0x2' },
]

/** Builds the params of `wallet_sendCalls` on the network Local; `over` replaces fields. */
export const batch = (over: object = {}) => ({
  version: '2.0.0',
  from: alice,
  chainId: '0x7a69',
  atomicRequired: true,
  calls: payments,
  ...over,
})

/** Sends a batch of `batch(over)`. */
export const sendCalls = (page: Scripted, over: object = {}) =>
  request(page, 'wallet_sendCalls', [batch(over)])

/** Returns the result; throws the wallet's error, which fails the test. */
export const resultOf = async <Result>(answer: Answer | Promise<Answer>) => {
  const { result, error } = await answer
  if (error) throw new Error(`The wallet answered ${error.code} ${error.message}`)
  return result as Result
}

/** Returns the ID under which the wallet accepted a batch. */
export const idOf = async (answer: Answer | Promise<Answer>) =>
  (await resultOf<{ id: string }>(answer)).id

/** Reads the status of a batch as its site gets it. */
export const statusOf = (page: Scripted, id: string) =>
  resultOf<Status>(request(page, 'wallet_getCallsStatus', [id]))

/** Waits until the status of a batch is no longer 100, and returns it. */
export const settled = async (page: Scripted, id: string) => {
  const code = async () => (await statusOf(page, id)).status
  // The wallet gives a silent node 25 s, and then a pause before it asks again.
  await expect.poll(code, { intervals: [50, 100, 200], timeout: 120_000 }).not.toBe(100)
  return statusOf(page, id)
}

type Heard = { heard?: [event: string, value: unknown][] }
type Emitter = { on: (event: string, listener: (value: unknown) => void) => void }

/** Makes the page record every event of the provider from now on. */
export const listen = (page: Scripted) =>
  page.evaluate(() => {
    const { ethereum } = window as unknown as { ethereum: Emitter }
    const heard: Heard['heard'] = []
    ;(window as Heard).heard = heard
    for (const event of ['connect', 'disconnect', 'chainChanged', 'accountsChanged'])
      ethereum.on(event, (value) => heard.push([event, value]))
  })

/** Returns the events that the page has recorded. */
export const heard = (page: Scripted) => page.evaluate(() => (window as Heard).heard ?? [])
