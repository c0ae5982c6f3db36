import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languageFile } from '../../scripts/plugins/languageFiles.ts'

type Messages = Record<string, { message: string }>

/** The language whose file holds the sentences that run from the right, in the copy of the package under test. */
export const standIn = 'tr'

const [mark, overrideRight, endOverride] = ['\u{200f}', '\u{202e}', '\u{202c}']
const [isolate, endIsolate] = ['\u{2068}', '\u{2069}']

/**
 * An English sentence as one of a language that runs from the right: its letters stay, and each word is drawn from
 * right to left. An arrow points to what comes after it. What is filled in stands in an isolate, as in the file of any
 * such language.
 */
export const fromRight = (message: string): string =>
  message
    .replaceAll('→', '←')
    .replace(/\$\d|[^\s$]+/g, (piece) =>
      /^\$\d$/.test(piece)
        ? `${isolate}${piece}${endIsolate}`
        : `${mark}${overrideRight}${piece}${endOverride}${mark}`,
    )

/** Has a copy of the package speak from the right in place of the language that stands in. */
export const speakFromRight = async (folder: string) => {
  const english = await readFile(join(folder, '_locales/en/messages.json'), 'utf8')
  const sentences = Object.values(JSON.parse(english) as Messages).map(({ message }) =>
    fromRight(message),
  )
  await writeFile(join(folder, languageFile(standIn)), JSON.stringify(sentences))
}
