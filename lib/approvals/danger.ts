/** Effort that approving takes, from the least to the most. */
export const dangers = ['plain', 'look', 'two steps', 'type it'] as const

export type Danger = (typeof dangers)[number]

/**
 * Each reason to doubt a request, from the least harm to the most, with the effort that it demands: the order of harm
 * is the order of effort. `look` is a notice and takes no further click.
 */
const dangerOfDoubt = {
  /** The asset bears no listed name, and the account never held it. */
  'unlisted token': 'look',
  /** The data can be used on every network. */
  'no network': 'look',
  /** An unlimited allowance in a batch, to somebody with a name: an everyday thing, simulated, and offered at its exact amount. */
  'unlimited allowance': 'look',
  /** The simulation says that the calls fail. */
  fails: 'two steps',
  /** The batch was signed once, and would do worse now than what was approved. */
  'worse outcome': 'two steps',
  /** The node fell silent since the outcome was seen. */
  outdated: 'two steps',
  /** The outcome could not be simulated. */
  unchecked: 'two steps',
  /** A fee of more than the coin that is sent, where nothing else happens. */
  'fee above amount': 'two steps',
  /** A fee above 1 % of the account's balance. */
  'fee above share': 'two steps',
  /** A price of gas above ten times the median of the last 20 blocks. */
  'fee above usual': 'two steps',
  /** A sign-in for another page, account, network or time. */
  'unfit sign-in': 'two steps',
  /** A sign-in message that breaks its standard. */
  'malformed sign-in': 'two steps',
  /** A network with another coin than the one that it is known to have. */
  'false network': 'two steps',
  /** A site, an asset or a network whose name could not be compared with the lists of known ones. */
  'unchecked name': 'two steps',
  /** A site whose host imitates a well-known one or a connected one. */
  'imitated site': 'two steps',
  /** A site on the list of known phishing hosts. */
  'phishing site': 'two steps',
  /** An asset that bears the name of a listed one, at another address. */
  'false token': 'two steps',
  /** A signed allowance without limit or end: whoever has it may use it at any time, and nothing simulates that. */
  'unlimited permit': 'two steps',
  /** An allowance of an item or of half or more of what the account holds to an address without a name: signed, by itself or by a call within, or left by a batch. */
  'unnamed permit': 'two steps',
  /** Half or more of what the account holds of an asset for nothing, or an item, to an address that the user gave no name, at once. */
  'unnamed payment': 'two steps',
  /** A trade that brings at most a tenth of the worth of what it takes, by the prices of feeds. */
  'poor return': 'two steps',
  /** An unlimited allowance in a batch to an address without a name, or to a contract that anybody drives, over all there is of the token from then on. */
  'unnamed allowance': 'two steps',
  /** A right for somebody else to act for the account, such as an operator's, over all that the contract keeps. */
  'given right': 'two steps',
  /** A call that does something that could not be read. */
  'unread call': 'two steps',
  /** A signature that no known type explains. */
  'unread signature': 'two steps',
  /** An order whose whole return is on no list: it may be worth nothing. */
  'unlisted return': 'two steps',
  /** A receiver that resembles an address the account knows. */
  'look-alike receiver': 'two steps',
  /** An order that gives something for nothing, or whose payment goes to somebody else. */
  'gives for nothing': 'two steps',
  /** A sign-in for another site, or under another scheme. */
  'foreign sign-in': 'type it',
} as const satisfies Record<string, Danger>

export type Doubt = keyof typeof dangerOfDoubt

/** A doubt that takes more than a look: approving accepts it by name. */
export type Risk = {
  [Name in Doubt]: (typeof dangerOfDoubt)[Name] extends 'look' ? never : Name
}[Doubt]

const order = Object.keys(dangerOfDoubt) as Doubt[]

const isRisk = (doubt: Doubt): doubt is Risk => dangerOfDoubt[doubt] !== 'look'

/** The risks among the doubts, the greatest harm first. */
export const risksOf = (doubts: readonly Doubt[]): Risk[] =>
  order
    .filter((doubt) => doubts.includes(doubt))
    .filter(isRisk)
    .reverse()

/** Tells if approving takes one click, but never by a button that looks like the way forward. */
export const isGrave = (doubts: readonly Doubt[]): boolean => doubts.includes('unlimited allowance')

/** The greatest effort that any of the doubts demands. */
export const dangerOf = (doubts: readonly Doubt[]): Danger =>
  dangers[Math.max(0, ...doubts.map((doubt) => dangers.indexOf(dangerOfDoubt[doubt])))] ?? 'plain'

/** Tells if a doubt takes more than a look, or is grave: that calls succeed is no good news then. */
export const isDoubtful = (doubts: readonly Doubt[]): boolean =>
  isGrave(doubts) || risksOf(doubts).length > 0

/** The doubts but for those about fees, which are told beside the fee. */
export const withoutFees = (doubts: readonly Doubt[]): Doubt[] =>
  doubts.filter(
    (doubt) =>
      doubt !== 'fee above amount' && doubt !== 'fee above share' && doubt !== 'fee above usual',
  )
