/**
 * Kinds of rights that a holder has over an account: act for the account, take its tokens, borrow in its name, vote with its tokens,
 * or control a contract or a part of it.
 */
export const rightKinds = ['act', 'take', 'borrow', 'vote', 'control'] as const

export type Right = (typeof rightKinds)[number]
