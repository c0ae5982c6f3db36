import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Messages = Record<string, { message: string }>
type PublicFile = { relativeDest: string } & ({ absoluteSrc: string } | { contents: string })

/** The sentences that the browser itself looks up. */
const ofBrowser = ['extensionDescription', 'locale']

const english = join(import.meta.dirname, '../../public/_locales/en/messages.json')

const read = (file: string): Messages => JSON.parse(readFileSync(file, 'utf8')) as Messages

/** The file of the package that has a language's sentences, in the order of the English ones. */
export const languageFile = (language: string): string => `languages/${language}.json`

/** Languages beside English that the public files have. */
export const languagesIn = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => /^_locales\/(?!en\/)(\w+)\/messages\.json$/.exec(path)?.[1] ?? [])

/**
 * Writes each language but English as a list without keys, which takes a third less of the package; the browser keeps
 * what it looks up itself.
 */
export const withLists = (files: readonly PublicFile[]): PublicFile[] => {
  const keys = Object.keys(read(english))
  return files.flatMap((file) => {
    const [language] = languagesIn([file.relativeDest])
    if (!language || !('absoluteSrc' in file)) return [file]
    const messages = read(file.absoluteSrc)
    const own = Object.fromEntries(ofBrowser.map((key) => [key, messages[key]]))
    return [
      { relativeDest: file.relativeDest, contents: JSON.stringify(own) },
      {
        relativeDest: languageFile(language),
        contents: JSON.stringify(keys.map((key) => messages[key]?.message)),
      },
    ]
  })
}
