import { describe, expect, test } from 'vitest'
import { openRelay } from '../relays'

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

  type Opened = ReturnType<typeof openRelay>
  const answer = ({ last }: Opened, text: string, at = 0) =>
    last().answer({ id: last().posted[at]?.id ?? '', text })

  test.each<[string, (opened: Opened) => void]>([
    ['its site’s state', ({ last }) => last().answer({ state: '{"chainId":"0x1","accounts":[]}' })],
    ['another question', ({ relay }) => relay.request([3, 'wallet_switchEthereumChain', '[]'])],
    ['the answer to another read', (opened) => answer(opened, '{"result":{"status":"0x1"}}')],
    [
      'what a subscription was told',
      ({ last }) =>
        last().answer({ subscription: '0x1', results: [], gone: [], heads: [] } as never),
    ],
  ])('are not joined by one that comes after %s', (_, happen) => {
    const opened = openRelay()
    const { relay, answers, last } = opened
    relay.request([1, 'eth_getTransactionReceipt', '[]'])
    relay.request([2, balance, '[]'])
    happen(opened)
    relay.request([4, balance, '[]'])
    relay.request([5, balance, '[]'])
    const at = [...last().posted.entries()].filter(([, { method }]) => method === balance)
    expect(at).toHaveLength(2)
    answers.length = 0
    for (const [index] of at) answer(opened, `{"result":"0x${index}"}`, index)
    const [first = 0, second = 0] = at.map(([index]) => index)
    expect(answers).toEqual([
      [2, `{"result":"0x${first}"}`],
      [4, `{"result":"0x${second}"}`],
      [5, `{"result":"0x${second}"}`],
    ])
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
    relay.request([4, balance, '[]'])
    expect(answers.map(([number]) => number)).toEqual([1, 2, 3, -1, 4, -1])
  })
})
