import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemOf } from '@/components/hooks/useAction'

const root = join(import.meta.dirname, '../../../components')

const wentWrong = 'Something went wrong in Volley. Try again.'

test('an action that fails gives a sentence', async () => {
  expect(await problemOf(() => Promise.reject(new Error('-32603')))).toBe(wentWrong)
  expect(await problemOf(() => Promise.reject(new Error('the Port closed')))).toBe(wentWrong)
  expect(await problemOf(() => Promise.resolve('Too late.'))).toBe('Too late.')
})

test('an action that throws before it waits gives one too', async () => {
  const act = () => {
    throw new TypeError('no such element')
  }
  expect(await problemOf(act)).toBe(wentWrong)
})

test('an action that went well gives none', async () => {
  expect(await problemOf(() => Promise.resolve(null))).toBeUndefined()
  expect(await problemOf(() => Promise.resolve(undefined))).toBeUndefined()
})

/** Every verb that a click sends to the background, and that a page may call without a form of its own. */
const verbs = [
  'addAccount',
  'addPhrase',
  'changeSite',
  'disconnect',
  'editNetwork',
  'hideAccount',
  'hideAsset',
  'lock',
  'saveContact',
  'showApprovals',
  'suggestPassphrase',
  'unclear',
]

const sources = globSync('**/*.tsx', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))

test.each(verbs)('what went wrong with %s is shown where the user acted', (verb) => {
  const users = sources.filter(({ text }) => text.includes(`wallet('${verb}'`))
  expect(users).not.toEqual([])
  for (const { file, text } of users) {
    const isShown = /<Problem|<Question|error={error}/.test(text)
    const isHeld = text.includes('useAction(') || text.includes('<Question')
    expect({ file, isShown, isHeld }).toEqual({ file, isShown: true, isHeld: true })
  }
})

test.each(['settings/Choices.tsx', 'settings/Developer.tsx', 'settings/VaultTrouble.tsx'])(
  'what went wrong with a choice is shown: %s',
  (file) => {
    const text = sources.find((source) => source.file === file)?.text ?? ''
    expect(text).toContain("wallet('choose'")
    expect(text).toContain('useAction(')
    expect(text).toContain('<Problem')
  },
)

test.each(['home/AccountCard.tsx', 'settings/AccountRow.tsx'])(
  'what went wrong with choosing an account is shown: %s',
  (file) => {
    const text = sources.find((source) => source.file === file)?.text ?? ''
    expect(text).toContain('useAction(chooseAccount)')
    expect(text).toContain('<Problem')
  },
)
