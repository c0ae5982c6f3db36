import { describe, expect, test } from 'vitest'
import { openRelay } from './relays'

const balance = 'eth_getBalance'

describe('equal reads under way', () => {
  test('are asked once, and each gets the one answer', () => {
    const { relay, answers, last } = openRelay()
    for (const number of [1, 2, 3]) relay.request([number, balance, '["0x1"]'])
    expect(last().posted).toHaveLength(1)
    last().answer({ id: last().posted[0]?.id ?? '', text: '{"result":"0x5"}' })
    expect(answers).toEqual([1, 2, 3].map((number) => [number, '{"result":"0x5"}']))
  })

  test('differ by method or params', () => {
    const { relay, last } = openRelay()
    relay.request([1, balance, '["0x1"]'])
    relay.request([2, balance, '["0x2"]'])
    relay.request([3, 'eth_getCode', '["0x1"]'])
    expect(last().posted).toHaveLength(3)
  })

  test('are asked anew once they were answered', () => {
    const { relay, answers, last } = openRelay()
    relay.request([1, balance, '[]'])
    last().answer({ id: last().posted[0]?.id ?? '', text: '{"result":"0x5"}' })
    relay.request([2, balance, '[]'])
    expect(last().posted).toHaveLength(2)
    last().answer({ id: last().posted[1]?.id ?? '', text: '{"result":"0x6"}' })
    expect(answers).toEqual([
      [1, '{"result":"0x5"}'],
      [2, '{"result":"0x6"}'],
    ])
  })

  test.each(['wallet_sendCalls', 'eth_sendRawTransaction', 'eth_getFilterChanges', 'eth_accounts'])(
    '%s is none: each is asked',
    (method) => {
      const { relay, last } = openRelay()
      relay.request([1, method, '[]'])
      relay.request([2, method, '[]'])
      expect(last().posted).toHaveLength(2)
    },
  )

  test.each<[string, (wallet: ReturnType<typeof openRelay>) => void]>([
    ['its site’s state', ({ last }) => last().answer({ state: '{"chainId":"0x1","accounts":[]}' })],
    ['another question', ({ relay }) => relay.request([2, 'wallet_switchEthereumChain', '[]'])],
  ])('are not joined by one that comes after %s', (_, happen) => {
    const opened = openRelay()
    const { relay, answers, last } = opened
    relay.request([1, balance, '[]'])
    happen(opened)
    relay.request([3, balance, '[]'])
    relay.request([4, balance, '[]'])
    const reads = last().posted.filter(({ method }) => method === balance)
    expect(reads).toHaveLength(2)
    answers.length = 0
    last().answer({ id: reads[0]?.id ?? '', text: '{"result":"0x5"}' })
    // The first one's end is not that of the second.
    relay.request([5, balance, '[]'])
    last().answer({ id: reads[1]?.id ?? '', text: '{"result":"0x6"}' })
    expect(answers).toEqual([
      [1, '{"result":"0x5"}'],
      ...[3, 4, 5].map((number) => [number, '{"result":"0x6"}']),
    ])
  })

  test('are not joined by one that comes after the answer to another question', () => {
    const { relay, last } = openRelay()
    relay.request([1, 'wallet_switchEthereumChain', '[]'])
    relay.request([2, balance, '[]'])
    last().answer({ id: last().posted[0]?.id ?? '', text: '{"result":null}' })
    relay.request([3, balance, '[]'])
    expect(last().posted).toHaveLength(3)
  })

  test('outlast a lost Port, and are all told of an extension that is gone', () => {
    const { relay, answers, extension, last } = openRelay()
    relay.request([1, balance, '[]'])
    last().lose()
    relay.refresh()
    relay.request([2, balance, '[]'])
    expect(last().posted).toHaveLength(1)
    extension.isGone = true
    last().lose()
    relay.request([3, 'eth_chainId', '[]'])
    expect(answers.map(([number]) => number)).toEqual([1, 2, 3, -1])
  })
})
