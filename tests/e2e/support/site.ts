import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import type { Address, Hex } from 'viem'
import { alice, stranger } from '../../unit/people.ts'

export type Dapp = {
  /** The same page under a second origin is another site. */
  url: string
  other: string
  stop: () => Promise<void>
}

/** A page at any path with nothing on it: what happens there is what a test does. */
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

/** A page in which functions can be run. */
export type Scripted = Pick<Page, 'evaluate'>

/** Asks the wallet as the page itself does; an error is an answer too. */
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

/** Two payments, which leave a trace that can be counted: 3 wei at an address that had none. */
export const payments: Call[] = [
  { to: stranger, value: '0x1' },
  { to: stranger, value: '0x2' },
]

/** A batch as a site sends it to the network Local, any part of it replaced. */
export const batch = (over: object = {}) => ({
  version: '2.0.0',
  from: alice,
  chainId: '0x7a69',
  atomicRequired: true,
  calls: payments,
  ...over,
})

/** Sends that batch. */
export const sendCalls = (page: Scripted, over: object = {}) =>
  request(page, 'wallet_sendCalls', [batch(over)])

/** What the wallet answered; a refusal fails the test with its words. */
export const resultOf = async <Result>(answer: Answer | Promise<Answer>) => {
  const { result, error } = await answer
  if (error) throw new Error(`The wallet answered ${error.code} ${error.message}`)
  return result as Result
}

/** The id under which the wallet took a batch. */
export const idOf = async (answer: Answer | Promise<Answer>) =>
  (await resultOf<{ id: string }>(answer)).id

/** What the site is told of its batch now. */
export const statusOf = (page: Scripted, id: string) =>
  resultOf<Status>(request(page, 'wallet_getCallsStatus', [id]))

/** The status of a batch once it is no longer 100. */
export const settled = async (page: Scripted, id: string) => {
  const code = async () => (await statusOf(page, id)).status
  await expect.poll(code, { intervals: [50, 100, 200] }).not.toBe(100)
  return statusOf(page, id)
}

type Heard = { heard?: [event: string, value: unknown][] }
type Emitter = { on: (event: string, listener: (value: unknown) => void) => void }

/** Has the page write down every event of the provider from now on. */
export const listen = (page: Scripted) =>
  page.evaluate(() => {
    const { ethereum } = window as unknown as { ethereum: Emitter }
    const heard: Heard['heard'] = []
    ;(window as Heard).heard = heard
    for (const event of ['connect', 'disconnect', 'chainChanged', 'accountsChanged'])
      ethereum.on(event, (value) => heard.push([event, value]))
  })

/** The events that the page has heard. */
export const heard = (page: Scripted) => page.evaluate(() => (window as Heard).heard ?? [])
