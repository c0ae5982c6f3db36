import { expect, test } from 'vitest'
import { verbs } from '@/lib/wallet'
import type { WalletServices } from '@/lib/wallet/services'

const price = { fees: { gasPrice: '0x1' }, ceiling: '0x1' } as const

test.each<['cancel' | 'fillGap']>([['cancel'], ['fillGap']])(
  '%s looks at the chain also where it failed half-way',
  async (verb) => {
    let woken = 0
    const fail = () => Promise.reject(new Error('silent'))
    const services = {
      runner: { cancel: fail, fill: fail },
      watch: { wake: () => Promise.resolve(woken++) },
    } as unknown as WalletServices
    await expect(verbs[verb]({ key: 'a', price }, services)).rejects.toThrow('silent')
    expect(woken).toBe(1)
  },
)
