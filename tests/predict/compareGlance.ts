import { formatUnits, getAddress } from 'viem'
import type { Labels } from './compareNames.ts'
import { isWhole, type Gains } from './compareReceivers.ts'

/** How many receivers a line names. */
const named = 3

/** Digits without the marks between thousands: how they are grouped is not judged here. */
const plain = (text: string): string => text.replace(/(?<=\d),(?=\d{3})/g, '')

/** Words for an amount of an asset by its measured key; undefined for a token without a fit name. */
const amountOf = (key: string, amount: bigint, labels: Labels): string | undefined => {
  if (key === 'ether') return `${formatUnits(amount, 18)} ETH`
  const [standard, address = '0x', id] = key.split(' ')
  const label = labels.get(address)
  if (standard === 'ERC20') return label && `${formatUnits(amount, label.decimals)} ${label.symbol}`
  const count = amount > 1n ? `${amount} × ` : ''
  return `${count}NFT ${id} of ${getAddress(address)}`
}

/**
 * Lists what the first glance lacks of the measured changes: amount, symbol and, where all that left is found with
 * somebody, each of those. `lines` are its texts.
 */
export const compareGlance = (
  lines: readonly string[],
  changes: ReadonlyMap<string, bigint | undefined>,
  gains: ReadonlyMap<string, Gains>,
  labels: Labels,
): string[] => {
  const texts = lines.map(plain)
  return [...changes].flatMap(([key, change]): string[] => {
    if (change === undefined) return []
    const size = change < 0n ? -change : change
    const amount = amountOf(key, size, labels)
    if (amount === undefined) return []
    const start = change < 0n ? `You send −${amount}` : `You receive +${amount}`
    const found = texts.filter((text) => `${text} `.startsWith(`${start} `))
    if (found.length === 0) return [`no line says “${start}”`]
    const got = gains.get(key)
    if (change > 0n || !got || !isWhole(got, size)) return []
    const parts = [...got].sort(([, a], [, b]) => Number(b > a) - Number(b < a))
    const isToldBy = (text: string): boolean =>
      parts.slice(0, named).every(([who, part]) => {
        const words = got.size > 1 ? `${amountOf(key, part, labels)} ` : ''
        return ['to', 'received by'].some((verb) =>
          text.includes(`${words}${verb} ${getAddress(who)}`),
        )
      })
    // The smallest parts that are equal may stand in any order, and some of them for all.
    const isOpen = parts.length > named
    return isOpen || found.some(isToldBy)
      ? []
      : [`“${start}” lacks ${parts.map(([who, part]) => `${who} ${part}`).join()}`]
  })
}
