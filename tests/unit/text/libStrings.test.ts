import { expect, test } from 'vitest'
import { libStrings } from './libStrings'
import { readLibStrings, wrongPlaces } from './readLibStrings'

/** A component that breaks the rule in each way. */
const trial = {
  file: 'components/trial.tsx',
  text: `
import type { Approval } from '@/lib/db'
import type { SignIn } from '@/lib/decode/siwe'
import type { Quote } from '@/lib/simulate/quote'
import { t } from './text/messages'

const Passed = ({ error }: { error: { message: string } }) => <p>{error.message}</p>
const Spread = ({ statement }: { statement?: string | undefined }) => statement

export const Trial = ({ row, signIn, quote }: { row: Approval; signIn: SignIn; quote: Quote }) => {
  const { statement } = signIn
  return (
    <>
      {row.error?.message}
      {row.error && <Passed error={row.error} />}
      <Spread {...signIn} />
      {signIn.uri}
      {statement ?? ''}
      {t('chainNumber', signIn.domain)}
      <p title={signIn.version} />
      {quote.mode}
    </>
  )
}
`,
}

test('each text of lib that a component reads is of a kind, and shown as its kind allows', () => {
  const places = readLibStrings(trial)
  const isTrial = ({ where }: { where: string }) => where.startsWith(trial.file)
  const real = places.filter((place) => !isTrial(place))
  expect(wrongPlaces(real, libStrings)).toEqual([])
  const read = new Set(real.map(({ what }) => what))
  expect(Object.keys(libStrings).filter((what) => !read.has(what))).toEqual([])

  const wrong = wrongPlaces(places.filter(isTrial), libStrings).map((one) =>
    one.replace(`${trial.file}: `, ''),
  )
  expect(wrong.toSorted()).toEqual([
    'a word that is a key is read, but of no kind: quote.mode',
    'db/rows Approval.error.message is read, but of no kind: row.error',
    'db/rows Approval.error.message is read, but of no kind: row.error?.message',
    'decode/siwe SignIn.domain, a stranger, is shown as it is: signIn.domain',
    'decode/siwe SignIn.nonce is read, but of no kind: {...signIn}',
    'decode/siwe SignIn.statement, a stranger, is shown as it is: statement',
    'decode/siwe SignIn.uri, a stranger, is shown as it is: signIn.uri',
    'decode/siwe SignIn.version, a stranger, is shown as it is: signIn.version',
  ])
})
