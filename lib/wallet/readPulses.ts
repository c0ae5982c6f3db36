import { pulses } from '../network/probe'
import type { Handler } from './door'

/** How a network's RPCs are now. */
export const readPulses: Handler<'readPulses'> = ({ chainId }) => pulses(chainId)
