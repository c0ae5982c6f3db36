import { bytesToHex, stringToBytes } from 'viem'
import { afterAll, expect, test, vi } from 'vitest'

afterAll(() => {
  vi.resetModules()
})

test('a hash that could not be loaded is loaded anew by who asks next', async () => {
  vi.resetModules()
  const { loadKeccak } = await import('@/lib/sign/keccak')
  vi.stubGlobal('WebAssembly', undefined)
  await expect(loadKeccak()).rejects.toThrow('WebAssembly')
  vi.unstubAllGlobals()
  const keccak = await loadKeccak()
  // The vectors of the Keccak team: of nothing, and of "abc".
  expect(
    [new Uint8Array(), stringToBytes('abc')].map((bytes) => bytesToHex(keccak(bytes))),
  ).toEqual([
    '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    '0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
  ])
  expect(await loadKeccak()).toBe(keccak)
})
