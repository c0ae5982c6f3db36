import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { getAddress, type Address } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { ListedName } from '@/components/calls/ListedName'
import { Party } from '@/components/calls/Party'
import { useContractNames } from '@/components/calls/useContractNames'
import { contractListDate, listedContract } from '@/lib/listed/contractNames'
import names from '@/lib/listed/contracts.json'
import { chainTable } from '@/lib/network/chainTable'
import { alice } from '../accounts'

// Drawn without a browser, so that no effect would load them.
beforeAll(() => useContractNames.ahead())

const pool = '0xA238Dd80C259a72e81d7e4664a9801593F98d1c5'

test('a well-known contract is named on its chain, whatever the case of its letters', () => {
  expect(listedContract(pool, 8453)).toBe('Aave pool')
  expect(listedContract(pool.toLowerCase(), 8453)).toBe('Aave pool')
})

test('the details of a call say of which day the list is that names it, and nothing of who is not on it', () => {
  expect(contractListDate).toMatch(/^20\d\d-\d\d-\d\d$/)
  const drawn = (address: Address) =>
    renderToStaticMarkup(createElement(ListedName, { address, chainId: 8453 }))
  expect(drawn(pool)).toContain('Aave pool, according to the list of ')
  expect(drawn(alice)).toBe('')
})

describe('an imitation gets no name', () => {
  test.each<[string, string, number]>([
    ['on another chain', pool, 1],
    ['on a chain without a list', pool, 31337],
    [
      'at an address with the same ends',
      `${pool.slice(0, 14)}${'0'.repeat(16)}${pool.slice(-12)}`,
      8453,
    ],
    ['at an address of another last digit', `${pool.slice(0, -1)}6`, 8453],
    ['at a longer one', `${pool}00`, 8453],
    ['at a name of the language', 'constructor', 8453],
  ])('%s', (_, address, chainId) => {
    expect(listedContract(address, chainId)).toBeUndefined()
  })

  test('as Uniswap’s V2 router on Base, whose address is another contract on Base Sepolia', () => {
    const router = '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'
    expect(listedContract(router, 8453)).toBe('Uniswap V2 router')
    expect(listedContract(router, 84532)).toBeUndefined()
  })
})

test('a chip bears the name, and its address under the pointer', () => {
  const chip = (address: Address, chainId: number) =>
    renderToStaticMarkup(
      createElement(Party, { address, place: { from: alice, chainId, tokens: {} }, isWhole: true }),
    )
  expect(chip(pool, 8453).replace(/<[^>]*>/g, '')).toBe('Aave pool')
  expect(chip(pool, 8453)).toContain(`title="${pool}"`)
  expect(chip(pool, 1).replace(/<[^>]*>/g, '')).toBe(pool)
})

test('each name stands at a checksummed address of a built-in chain', () => {
  const chains = new Set(Object.values(chainTable).map(({ id }) => String(id)))
  for (const [chain, rows] of Object.entries(names)) {
    expect(chains.has(chain)).toBe(true)
    for (const [address, name] of Object.entries(rows)) {
      expect(getAddress(address)).toBe(address)
      expect(name).toMatch(/^(Aave|Uniswap) [\w. ]{2,24}$/)
    }
  }
})
