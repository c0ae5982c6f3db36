import { resolveName as resolve } from '../names/resolve'
import type { Handler } from './door'

/** Whose address a name gives, asked of the network that keeps it. */
export const resolveName: Handler<'resolveName'> = ({ name }) => resolve(name)
