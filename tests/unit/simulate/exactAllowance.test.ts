import { maxUint256, numberToHex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { exactAmount } from '@/lib/simulate/exactAllowance'
import { alice, bob } from '../accounts'
import { useOddContracts } from './oddQuotes'
import { callTo, deployed } from './deployed'

const { at, contracts, url, usdc } = useOddContracts()

const abi = parseAbi(['function swap(address, address, uint256, uint256)'])

/** A swap of so many raw units of USDC, after the approval for it. */
const swap = (amount: bigint): Call => {
  const { swap: to, usdc: give, dai: get } = contracts()
  return callTo(to, abi, 'swap', [give, get, amount, 1n])
}

const allow = (amount: bigint) => usdc('approve', contracts().swap, amount)

describe.each(['atomic', 'sequence'] as const)('what of an allowance is spent, %s', (mode) => {
  const exact = (calls: Call[], index = 0) =>
    exactAmount(
      {
        chainId: 31337,
        from: alice,
        mode,
        calls,
        ahead: [],
        ...(mode === 'atomic'
          ? { delegate: executor, upgrade: true }
          : { delegate: null, upgrade: false }),
      },
      index,
    )
  const amount = (value: bigint) => ({ amount: numberToHex(value) })

  test('is told where less is spent than allowed, by one call or several', async () => {
    expect(await exact([allow(300n), swap(100n)])).toEqual(amount(100n))
    expect(await exact([allow(300n), swap(100n), swap(50n)])).toEqual(amount(150n))
    expect(await exact([swapless(), allow(300n), swap(100n)], 1)).toEqual(amount(100n))
  })

  test('is told of one without limit, which tokens do not lower', async () => {
    expect(await exact([allow(maxUint256), swap(100n)])).toEqual(amount(100n))
    expect(await exact([allow(2n ** 255n), swap(100n)])).toEqual(amount(100n))
  })

  test('is nothing to offer where all of it is, or nothing', async () => {
    expect(await exact([allow(100n), swap(100n)])).toEqual({ reason: 'all' })
    expect(await exact([allow(100n), swapless()])).toEqual({ reason: 'unspent' })
    expect(await exact([allow(maxUint256), swapless()])).toEqual({ reason: 'unspent' })
  })

  test('is not told where a call fails, or gives none', async () => {
    expect(await exact([allow(50n), swap(100n)])).toEqual({ reason: 'fails' })
    expect(await exact([allow(300n), swap(100n), usdc('transfer', bob, 2n ** 200n)])).toEqual({
      reason: 'fails',
    })
    expect(await exact([swapless(), swapless()])).toEqual({ reason: 'fails' })
    expect(await exact([allow(300n)], 4)).toEqual({ reason: 'fails' })
  })

  test('is not told where less is spent once less is allowed', async () => {
    const halver = await deployed(url(), alice, 'Halver')
    const take = halver.call('take', contracts().usdc)
    expect(await exact([usdc('approve', halver.address, 300n), take])).toEqual({ reason: 'fails' })
  })

  test('is not told where the token does not lower what it allows', async () => {
    const { to, data } = at('fee').call('approve', bob, 300n)
    expect(await exact([{ to, data, value: '0x0' }, swapless()])).not.toHaveProperty('amount')
  })

  const swapless = () => usdc('transfer', bob, 1n)
})
