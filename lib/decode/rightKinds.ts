/**
 * Kinds of rights that a holder has over an account: act for the account, take its tokens, borrow in its name, vote with its tokens,
 * or control a contract or a part of it.
 */
export const rightKinds = ['act', 'take', 'borrow', 'vote', 'control'] as const

export type Right = (typeof rightKinds)[number]

/** Tells if the standard of an allowance is a right of another kind. */
export const isRightKind = (standard: string): standard is Right =>
  rightKinds.some((kind) => kind === standard)
