import type { TokenIdentity } from '@/lib/listed/tokenIdentity'
import { t } from '../text/messages'

/** The identity of a token that bears the name of another one, or of the coin. */
export type False = Extract<TokenIdentity, { is: 'false' }>

/**
 * Says in a few words that a token is not the one of its name. Where the list has that name on other chains alone,
 * the token may be honest: nobody is said to know another.
 */
export const notThat = ({ symbol, on }: False): string =>
  t(on === undefined ? 'token_false' : 'token_falseNone', symbol)
