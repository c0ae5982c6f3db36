import type { Right } from '../db/outcome'

const kinds: Record<Right, true> = {
  act: true,
  take: true,
  borrow: true,
  vote: true,
  control: true,
}

/** Tells if the standard of an allowance is a right of another kind. */
export const isRightKind = (standard: string): standard is Right => Object.hasOwn(kinds, standard)
