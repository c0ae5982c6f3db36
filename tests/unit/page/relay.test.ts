import { describe, expect, test } from 'vitest'
import { parseParams } from '@/lib/rpc/limit'
import { openRelay } from '../relays'

describe('a request', () => {
  test('opens a Port, which is not opened before, and is the same for all', () => {
    const { relay, ports, last } = openRelay()
    relay.refresh()
    expect(ports).toHaveLength(0)
    relay.request([1, 'a', '[1]'])
    relay.request([2, 'b', '[2]'])
    expect(ports).toHaveLength(1)
    expect(last().posted).toMatchObject([
      { method: 'a', wire: '[1]' },
      { method: 'b', wire: '[2]' },
    ])
  })

  test.each(['personal_sign', 'eth_signTypedData_v3', 'eth_signTypedData_v4'])(
    'for a signature is acknowledged once the page has its answer: %s',
    (method) => {
      const { relay, answers, last } = openRelay()
      relay.request([1, 'eth_accounts', '[]'])
      relay.request([2, method, '[]'])
      const [first, second] = last().posted
      last().answer({ id: first?.id ?? '', text: '[]' })
      expect(last().acknowledged).toEqual([])
      last().answer({ id: second?.id ?? '', text: '"0x1"' })
      expect(answers.at(-1)).toEqual([2, '"0x1"'])
      expect(last().acknowledged).toEqual([second?.id])
    },
  )

  test('has an id of 128 random bits that the page does not choose', () => {
    const { relay, last } = openRelay()
    for (let number = 1; number <= 50; number++) relay.request([number, 'a', '[]'])
    const ids = last().posted.map(({ id }) => id)
    expect(ids.filter((id) => !/^[0-9a-f]{32}$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(50)
    expect(Object.keys(last().posted[0] ?? {})).toEqual(['id', 'method', 'wire', 'isQuiet'])
  })

  test('is handed on whole up to 2 MiB, and longer ones cut: they are refused as too long', () => {
    const { relay, last } = openRelay()
    const most = 2 * 1024 * 1024
    for (const length of [most, most + 1, 3 * most]) relay.request([1, 'a', 'x'.repeat(length)])
    expect(last().posted.map(({ wire }) => wire.length)).toEqual([most, most, most])
    const cut = last().posted[2]?.wire ?? ''
    expect(() => parseParams('wallet_sendCalls', cut)).toThrow(
      /too large.*params take at least 2097152 bytes/,
    )
    expect(() => parseParams('eth_accounts', cut)).toThrow(/params take at least 2097152 bytes/)
  })

  test('says what its surroundings were when it was asked', () => {
    const seen = [{ isQuiet: true }, { isQuiet: false, top: 'https://other.example' }]
    const { relay, last } = openRelay(() => seen.shift() ?? { isQuiet: true })
    relay.request([1, 'a', '[]'])
    relay.request([2, 'b', '[]'])
    last().lose()
    relay.refresh()
    expect(last().posted).toMatchObject([
      { method: 'a', isQuiet: true },
      { method: 'b', isQuiet: false, top: 'https://other.example' },
    ])
  })

  test.each([null, 1, {}, [], ['1', 'a', '[]'], [1, 2, '[]'], [1, 'a', []], 'abc'])(
    'is not made of %j',
    (message) => {
      const { relay, ports } = openRelay()
      relay.request(message)
      expect(ports).toHaveLength(0)
    },
  )

  test('gets the answer to its id, under the page’s number, once', () => {
    const { relay, answers, last } = openRelay()
    relay.request([7, 'a', '[]'])
    relay.request([8, 'b', '[]'])
    const [a, b] = last().posted
    last().answer({ id: b?.id ?? '', text: '{"result":"b"}' })
    last().answer({ id: a?.id ?? '', text: '{"result":"a"}' })
    last().answer({ id: a?.id ?? '', text: '{"result":"again"}' })
    last().answer({ id: 'of nobody', text: '{}' })
    expect(answers).toEqual([
      [8, '{"result":"b"}'],
      [7, '{"result":"a"}'],
    ])
  })
})

test('the site’s state is handed on as it comes', () => {
  const { relay, answers, last } = openRelay()
  relay.request([1, 'a', '[]'])
  last().answer({ state: '{"chainId":"0x1","accounts":[]}' })
  expect(answers).toEqual([[0, '{"chainId":"0x1","accounts":[]}']])
})

describe('a page that only listens', () => {
  test('opens a Port, sends nothing, and is told its state', () => {
    const { relay, ports, answers, last } = openRelay()
    relay.request([0, '', ''])
    relay.request([0, '', ''])
    expect(ports).toHaveLength(1)
    expect(last().posted).toEqual([])
    last().answer({ state: '{"chainId":"0x1","accounts":[]}' })
    expect(answers).toEqual([[0, '{"chainId":"0x1","accounts":[]}']])
  })

  test('is told of later changes too', () => {
    const { relay, ports, last } = openRelay()
    relay.request([0, '', ''])
    last().lose()
    relay.refresh()
    expect(ports).toHaveLength(2)
  })
})

describe('a page that may have missed a change', () => {
  test('asks for its state, if it uses the wallet and has no Port', () => {
    const { relay, ports, last } = openRelay()
    relay.request([1, 'a', '[]'])
    relay.refresh()
    expect(ports).toHaveLength(1)
    last().answer({ id: last().posted[0]?.id ?? '', text: '{}' })
    last().lose()
    relay.refresh()
    expect(ports).toHaveLength(2)
    expect(last().posted).toEqual([])
  })
})
