import type { Key } from '../text/messages'

/** Fewer characters than this are not judged further. */
const shortest = 10

/** Of 0 to 4: 3 withstands an attack on the encrypted vault for long. */
const strongest = 3

/** Longer ones are judged by their beginning: judging takes time that grows with the square. */
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

/** Why a password will not do; undefined if it will. */
export const weakness = async (password: string): Promise<Key | undefined> => {
  if (password.length < shortest) return 'passwordShort'
  const { score, feedback } = (await (judge ??= loadJudge()))(password.slice(0, judged))
  if (score >= strongest) return undefined
  return reasons[feedback.warning ?? ''] ?? 'passwordWeak'
}
