import type { Key } from '../text/messages'

/** Fewer characters than this are not judged further. */
const shortest = 10

/** How hard a password is to guess: from 3 on it withstands an attack on the encrypted vault for long. */
export type Strength = 1 | 2 | 3 | 4

/** A password's strength, and why it will not do if it will not. */
export type Judgement = { strength: Strength; reason: Key | undefined }

/** Steps by the score of the dictionaries, 0 to 4: what is guessed in minutes and in hours is one step. */
const steps: readonly Strength[] = [1, 1, 2, 3, 4]

/** Characters of a password that are judged: the time of zxcvbn grows with the square of its length. */
const judged = 128

const reasons: Readonly<Record<string, Key>> = {
  topTen: 'passwordCommon',
  topHundred: 'passwordCommon',
  common: 'passwordCommon',
  similarToCommon: 'passwordSimilar',
  wordByItself: 'passwordWord',
  namesByThemselves: 'passwordWord',
  commonNames: 'passwordWord',
  straightRow: 'passwordKeys',
  keyPattern: 'passwordKeys',
  simpleRepeat: 'passwordRepeat',
  extendedRepeat: 'passwordRepeat',
  sequences: 'passwordSequence',
  recentYears: 'passwordDate',
  dates: 'passwordDate',
}

type Judge = (password: string) => { score: number; feedback: { warning: string | null } }

let judge: Promise<Judge> | undefined

/** The dictionaries are large, so they come when a password is typed for the first time. */
const loadJudge = async (): Promise<Judge> => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password) => factory.check(password)
}

/** Judges a new password. */
export const judgePassword = async (password: string): Promise<Judgement> => {
  if (password.length < shortest) return { strength: 1, reason: 'passwordShort' }
  const { score, feedback } = (await (judge ??= loadJudge()))(password.slice(0, judged))
  const strength = steps[score] ?? 1
  if (strength >= 3) return { strength, reason: undefined }
  return { strength, reason: reasons[feedback.warning ?? ''] ?? 'passwordWeak' }
}
