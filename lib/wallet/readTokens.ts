import { readTokens as read } from '../simulate/tokens'
import type { Handler } from './door'

/** For a permit, whose amount means nothing without its token. */
export const readTokens: Handler<'readTokens'> = ({ chainId, addresses }) =>
  read(chainId, addresses)
