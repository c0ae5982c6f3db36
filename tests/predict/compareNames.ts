import { zeroAddress, type Address } from 'viem'
import type { Call } from '@/lib/db'
import type { Quote } from '@/lib/simulate/quote'

/** Symbol and decimals that a token states on chain, by address in lower case; undefined for unfit ones. */
export type Labels = ReadonlyMap<string, { symbol: string; decimals: number } | undefined>

/** Lists differences between the tokens in a quote and what they state; tokens in `moved` have to be there. */
export const compareTokens = (
  { tokens }: Pick<Quote, 'tokens'>,
  labels: Labels,
  moved: readonly string[],
): string[] => {
  const told = new Map(Object.entries(tokens).map(([at, token]) => [at.toLowerCase(), token]))
  return [...labels].flatMap(([address, label]) => {
    const token = told.get(address)
    if (!token) return label && moved.includes(address) ? [`token ${address} is not told`] : []
    return token.symbol === label?.symbol && token.decimals === label.decimals
      ? []
      : [
          `token ${address}: predicted ${token.symbol} ${token.decimals}, was ${label?.symbol} ${label?.decimals}`,
        ]
  })
}

/**
 * Lists counterparties that no call names and who get nothing, and those left out who are called or get something.
 */
export const compareParties = (
  { parties, payees, allowances }: Pick<Quote, 'parties' | 'payees' | 'allowances'>,
  calls: readonly Call[],
  from: Address,
): string[] => {
  const all = calls.map(({ to, data }) => `${to ?? ''} ${data}`.toLowerCase()).join(' ')
  const told = parties.map(({ address }) => address.toLowerCase())
  const made = calls.flatMap(({ to }) => (to ? [to.toLowerCase()] : []))
  const given = [
    ...payees.flatMap(({ to }) => to.map(({ address }) => address.toLowerCase())),
    ...allowances.flatMap(({ spender, left }) => (left === '0x0' ? [] : [spender.toLowerCase()])),
  ].filter((address) => address !== zeroAddress)
  return [
    ...told
      .filter((address) => !all.includes(address.slice(2)) && !given.includes(address))
      .map((address) => `${address} is in no call`),
    ...[...made, ...given]
      .filter((address) => address !== from.toLowerCase() && !told.includes(address))
      .map((address) => `${address} is dealt with and not told`),
  ]
}
