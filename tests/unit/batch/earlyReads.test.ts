import { expect, test, vi } from 'vitest'
import { createEarlyReads } from '@/lib/batch/earlyReads'

const open = () => {
  const chain = { now: 0, nonce: 0, isSilent: false }
  const request = vi.fn((_chainId: number, _method: string, _params: unknown[]) =>
    chain.isSilent ? Promise.reject(new Error('silent')) : Promise.resolve(chain.nonce),
  )
  return { chain, asked: request, ...createEarlyReads({ request, now: () => chain.now }) }
}

const nonce = [1, 'eth_getTransactionCount', ['0xa', 'pending']] as const
const read = ({ request }: ReturnType<typeof open>) => request(nonce[0], nonce[1], [...nonce[2]])

test('an answer is given out once: whoever signs next asks anew', async () => {
  const early = open()
  early.begin(nonce[0], nonce[1], [...nonce[2]])
  early.chain.nonce = 1
  expect(await read(early)).toBe(0)
  expect(await read(early)).toBe(1)
  expect(early.asked).toHaveBeenCalledTimes(2)
})

test('an answer counts for less than a second, and for its own question', async () => {
  const early = open()
  early.begin(nonce[0], nonce[1], [...nonce[2]])
  early.chain.nonce = 1
  for (const [chainId, method, params] of [
    [2, nonce[1], [...nonce[2]]],
    [1, 'eth_getCode', [...nonce[2]]],
    [1, nonce[1], ['0xb', 'pending']],
    [1, nonce[1], ['0xa', 'latest']],
  ] as const)
    expect(await early.request(chainId, method, [...params])).toBe(1)
  early.chain.now = 1_000
  expect(await read(early)).toBe(1)
})

test('a clock that was set back makes it old', async () => {
  const early = open()
  early.chain.now = 5_000
  early.begin(nonce[0], nonce[1], [...nonce[2]])
  Object.assign(early.chain, { now: 0, nonce: 1 })
  expect(await read(early)).toBe(1)
})

test('a question that failed is asked again, and fails as itself', async () => {
  const early = open()
  early.chain.isSilent = true
  early.begin(nonce[0], nonce[1], [...nonce[2]])
  await expect(read(early)).rejects.toThrow('silent')
  expect(early.asked).toHaveBeenCalledTimes(2)
  early.begin(nonce[0], nonce[1], [...nonce[2]])
  early.chain.isSilent = false
  expect(await read(early)).toBe(0)
})
