/** The first word of each screen's address; the key of a batch is none of them. */
export const screenNames = [
  '',
  'activity',
  'sites',
  'site',
  'settings',
  'accounts',
  'ledger',
  'qr',
  'backup',
  'remove',
  'password',
  'passkey',
  'requests',
  'erase',
  'networks',
  'send',
  'receive',
  'contacts',
  'tokens',
  'smart-account',
  'allowances',
] as const

/** The first word of a screen's address. */
export type ScreenName = (typeof screenNames)[number]
