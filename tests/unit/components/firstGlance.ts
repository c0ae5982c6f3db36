import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Changes } from '@/components/calls/Changes'
import { guardOf } from '@/components/calls/guard'
import type { Call } from '@/lib/db'
import { acceptedOutcome, hashOutcome } from '@/lib/simulate/acceptedOutcome'
import type { Quote } from '@/lib/simulate/quote'
import type { Address } from 'viem'
import { withWhole } from './wholeAddresses'

const textOf = (markup: string): string =>
  withWhole(markup)
    .replace(/<\/?(?:wbr|bdi)[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .trim()

type Asked = { from: Address; chainId: number; calls: readonly Call[] }

/** Draws the first glance at a quote, one line of the list each; every token goes by its symbol. */
export const glanceLines = (quote: Quote, { from, chainId, calls }: Asked): string[] => {
  const tokens = Object.fromEntries(
    Object.entries(quote.tokens).map(([address, token]) => [
      address,
      { ...token, identity: { is: 'held' as const } },
    ]),
  )
  const outcome = acceptedOutcome(quote)
  const guard = guardOf({ outcome, hash: hashOutcome(outcome) })
  const markup = renderToStaticMarkup(
    createElement(Changes, { calls, quote, guard, from, chainId, tokens }),
  )
  return markup
    .split('<li')
    .slice(1)
    .map((line) => `<li${line}`)
}

/** Returns the texts of these lines. */
export const firstGlance = (quote: Quote, asked: Asked): string[] =>
  glanceLines(quote, asked).map(textOf)
