/**
 * Why Approve is grey (disabled): every reason there is, in the order in which they are said. First what is over, then
 * what only the user can change, then what passes by itself, then what the last click came upon.
 */
export const reasons = [
  'deciding',
  'not possible',
  'too little',
  'limit fails',
  'no answer',
  'no account',
  'limit unset',
  'node unasked',
  'word untyped',
  'simulation',
  'node asked',
  'token names',
  'addresses',
  'words',
  'site name',
  'known networks',
  'no focus',
  'dearer',
  'changed',
  'too early',
  'arming',
] as const

/** A reason why Approve is grey; its sentence stands in `GreyLine.tsx`. */
export type GreyReason = (typeof reasons)[number]

/** The reasons that hold, and what does not hold in the place of others. */
export type GreyReasons = readonly (GreyReason | false | undefined)[]

/** The reason to be said, of those that hold; undefined if none does, and Approve may be pressed. */
export const whyGrey = (held: GreyReasons): GreyReason | undefined =>
  reasons.find((reason) => held.includes(reason))
