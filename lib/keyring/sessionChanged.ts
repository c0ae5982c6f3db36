import { createEmitter } from '../db/emitter'

/** Emits when the wallet is unlocked, locked or erased. */
export const sessionChanged = createEmitter()
