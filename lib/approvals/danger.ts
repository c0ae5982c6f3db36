/** Effort that approving takes, from the least to the most. */
export const dangers = ['plain', 'look', 'two steps', 'type it'] as const

export type Danger = (typeof dangers)[number]

/**
 * Each reason to doubt a request, with the effort that it demands: the order of harm is the order of effort.
 * `look` is a notice and takes no further click.
 */
const dangerOfDoubt = {
  /** An allowance that is unlimited or never ends. */
  'unlimited allowance': 'look',
  /** A known right over assets for somebody else, such as an operator's. */
  'gives a right': 'look',
  /** The data can be used on every network. */
  'no network': 'look',
  /** The asset bears no listed name, and the account never held it. */
  'unlisted token': 'look',
  /** The simulation says that the calls fail. */
  fails: 'two steps',
  /** The outcome could not be simulated, or may have changed. */
  unchecked: 'two steps',
  /** A signature that no known type explains. */
  'unread signature': 'two steps',
  /** A call that does something that could not be read. */
  'unread call': 'two steps',
  /** An order that gives something for nothing, or whose payment goes to somebody else. */
  'gives for nothing': 'two steps',
  /** An asset that bears the name of a listed one, at another address. */
  'false token': 'two steps',
  /** A receiver that resembles an address the account knows. */
  'look-alike receiver': 'two steps',
  /** A site on the list of known phishing hosts. */
  'phishing site': 'two steps',
  /** A site whose host imitates a well-known one or a connected one. */
  'imitated site': 'two steps',
  /** A sign-in message that breaks its standard. */
  'malformed sign-in': 'two steps',
  /** A sign-in for another site, or under another scheme. */
  'foreign sign-in': 'type it',
} as const satisfies Record<string, Danger>

export type Doubt = keyof typeof dangerOfDoubt

/** The greatest effort that any of the doubts demands. */
export const dangerOf = (doubts: readonly Doubt[]): Danger =>
  dangers[Math.max(0, ...doubts.map((doubt) => dangers.indexOf(dangerOfDoubt[doubt])))] ?? 'plain'
