import { feesOf, type FeeChoice, type FeeOffer, type Speed } from '@/lib/network/feeOffer'
import { priceAt } from '@/lib/simulate/price'
import type { Quote } from '@/lib/simulate/quote'

/** The speed that is on the screen: the one that was chosen while it is offered; undefined for own fees. */
export const speedOf = (choice: FeeChoice, { speeds }: FeeOffer): Speed | undefined =>
  typeof choice === 'string' ? (speeds[choice] ? choice : 'normal') : undefined

/** A quote at the fees that were chosen: what it shows is what approving it decides. */
export const priced = (quote: Quote, choice: FeeChoice): Quote => {
  // The fees of what somebody else pays are part of their offer.
  if (quote.sponsor) return quote
  const price = priceAt(quote, feesOf(choice, quote.offer))
  // A batch that cannot be paid for is not approved, so this gap of the simulation says nothing more.
  const unchecked = quote.unchecked.filter((what) => what !== 'price' || !price.isShort)
  return { ...quote, ...price, unchecked }
}

/** The quote on the screen, and the function that confirms it. */
type QuoteViews<S> = { view: S | undefined; confirm: () => Promise<S | undefined> }

/** Applies the chosen fees to the quote on the screen and to the one that confirms it. */
export const pricedViews = <S extends { quote: Quote }, Q extends QuoteViews<S>>(
  quotes: Q & QuoteViews<S>,
  choice: FeeChoice,
): Q => {
  const at = (view: S | undefined) => view && { ...view, quote: priced(view.quote, choice) }
  return { ...quotes, view: at(quotes.view), confirm: async () => at(await quotes.confirm()) }
}
