import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { screenNames } from '../../../components/screenNames.ts'
import { screenAddresses } from '../support/screenAddresses.ts'

const folder = join(import.meta.dirname, '..')
const root = join(folder, '../..')

const textsIn = (path: string) =>
  readdirSync(join(folder, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'axeRuns.spec.ts')
    .map((name) => readFileSync(join(folder, path, name), 'utf8'))

/** Names under which tests have axe run. */
const runsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    [...text.matchAll(/\b(?:looksWell|looked|clean|reviewed)\([^()]*?'([^'()]+)'/g)].map(
      ([, name = '']) => name,
    ),
  )

/** The first words of the addresses that both browsers go through. */
const visited = screenAddresses.map((address) => address.split('/')[0] ?? '')

/** The kinds of approval: Chromium goes through all, Firefox through those in which the user does nothing first. */
const kinds = [
  ...readFileSync(join(folder, 'support/approvalStates.ts'), 'utf8').matchAll(
    /name: '([^']+)',\s*ask:/g,
  ),
].map(([, name = '']) => name)

const journeys = textsIn('journeys')
const others = ['account', 'approve', 'batch', 'connect', 'network', 'screens', 'security']
const runs = {
  chromium: [...runsIn([...journeys, ...others.flatMap(textsIn)]), ...visited, ...kinds],
  firefox: [...runsIn([...journeys, ...textsIn('firefox')]), ...visited, ...kinds],
}

/** The names of the runs on a screen, where they are others than its own. */
const standIns: Readonly<Record<string, readonly string[]>> = {
  remove: ['accounts-remove-key'],
  welcome: ['onboarding'],
  eth_requestAccounts: ['connect'],
  wallet_requestPermissions: ['connect'],
  wallet_switchEthereumChain: ['switch'],
  wallet_addEthereumChain: ['add-network'],
  wallet_watchAsset: ['watchAsset'],
  personal_sign: ['message'],
  eth_signTypedData_v4: ['typed-data'],
  eth_signTypedData_v3: ['typed-data'],
  wallet_sendCalls: ['swap'],
  eth_sendTransaction: ['send-approval'],
}

/** The methods whose approval has a screen, as the window lists them. */
const prompting = [
  ...readFileSync(join(root, 'components/approvals/index.tsx'), 'utf8').matchAll(
    /^ {2}(\w+_\w+): \w+,$/gm,
  ),
].map(([, method = '']) => method)

const screens = [
  ...screenNames,
  'batch',
  'unlock',
  'silent',
  'welcome',
  'password',
  'new-phrase',
  'check-words',
  ...prompting,
]

const without = (names: readonly string[]) =>
  screens.filter(
    (screen) => ![screen, ...(standIns[screen] ?? [])].some((name) => names.includes(name)),
  )

test('the list of screens is whole, and knows one that nobody looks at', () => {
  expect(prompting).toHaveLength(10)
  expect(kinds.length).toBeGreaterThan(25)
  expect(without(visited)).toContain('remove')
  expect(without([])).toEqual(screens)
})

test('these are the screens on which axe runs in no test', () => {
  expect(without(runs.chromium)).toEqual([])
  // An imported key, and a background that does not answer.
  expect(without(runs.firefox)).toEqual(['remove', 'silent'])
})
