import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectSite } from '../../harness/connectSite'
import { emptyDatabase } from '../database'
import { open } from './filterWallet'
import { newId } from './siteWallet'

beforeEach(async () => {
  vi.restoreAllMocks()
  await emptyDatabase()
})

const hashes = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `0xhash${from + at}`)

/** Opens a wallet whose site has a filter for the blocks after 10; `pass` lets time go by, in ms. */
const openFilter = async () => {
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  const wallet = open()
  const { result } = await wallet.send('eth_newBlockFilter', [])
  return { ...wallet, id: String(result), pass: (ms: number) => (now += ms) }
}

describe('a block filter that is far behind', () => {
  test.each([1_000, 4_000])(
    'of a site that is not connected tells all, asked each %i ms',
    async (pause) => {
      const { node, id, changes, pass } = await openFilter()
      node.height = 110
      const told: string[] = []
      for (let asked = 0; asked < 60; asked++) {
        const found = await changes(id)
        if (Array.isArray(found)) told.push(...found)
        pass(pause)
      }
      expect(told).toEqual(hashes(11, 110))
    },
  )

  test('tells the blocks before one that its node does not have yet', async () => {
    await connectSite(undefined, undefined, 31337)
    const { node, id, changes, known } = await openFilter()
    node.height = 20
    known.height = 15
    expect(await changes(id)).toEqual(hashes(11, 15))
    expect(await changes(id)).toMatchObject({ code: 4901 })
    known.height = 20
    expect(await changes(id)).toEqual(hashes(16, 20))
  })

  test('loses nothing to a question that is sent again and gets less', async () => {
    await connectSite(undefined, undefined, 31337)
    const { node, id, changes, known } = await openFilter()
    node.height = 20
    const asked = { id: newId() }
    expect(await changes(id, asked)).toEqual(hashes(11, 20))
    known.height = 15
    expect(await changes(id, asked)).toEqual(hashes(11, 15))
    known.height = 20
    expect(await changes(id)).toEqual(hashes(16, 20))
  })

  test('loses nothing to a question that is sent again and gets nothing', async () => {
    await connectSite(undefined, undefined, 31337)
    const { node, id, changes, known } = await openFilter()
    node.height = 20
    const asked = { id: newId() }
    expect(await changes(id, asked)).toEqual(hashes(11, 20))
    known.height = 10
    expect(await changes(id, asked)).toMatchObject({ code: 4901 })
    expect(await changes(id, asked)).toMatchObject({ code: 4901 })
    known.height = 20
    expect(await changes(id)).toEqual(hashes(11, 20))
  })
})
