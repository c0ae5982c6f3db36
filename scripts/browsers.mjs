import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

const onPath = (names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable)

const chosen = (variable) => {
  const file = process.env[variable]
  if (file && !isExecutable(file))
    throw new Error(`${variable} is set to ${file}, which is not an executable file.`)
  return file
}

const caches = {
  darwin: () => join(homedir(), 'Library/Caches'),
  win32: () => process.env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'),
}

const playwrightHasChromium = () => {
  if (process.env.PLAYWRIGHT_BROWSERS_PATH) return true
  const linux = () => process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  try {
    const folders = readdirSync(join((caches[process.platform] ?? linux)(), 'ms-playwright'))
    return folders.some((folder) => folder.startsWith('chromium-'))
  } catch {
    return false
  }
}

/**
 * Playwright is imported only if it has a Chromium: importing it dominates the time of a set-up with nothing
 * to do.
 */
const fromPlaywright = async () => {
  if (!playwrightHasChromium()) return undefined
  const { chromium } = await import('@playwright/test')
  return [chromium.executablePath()].find(isExecutable)
}

const onMac = (app) => [join('/Applications', app)].find(isExecutable)

/** Finds a Chromium that loads unpacked extensions; branded Chrome ignores `--load-extension`. */
export const findChromium = async () =>
  chosen('VOLLEY_CHROMIUM') ??
  (await fromPlaywright()) ??
  onPath(['chromium', 'chromium-browser']) ??
  onMac('Chromium.app/Contents/MacOS/Chromium')

/** Finds a Firefox built by Mozilla; Playwright's is patched and loads no extensions. */
export const findFirefox = async () =>
  chosen('VOLLEY_FIREFOX') ??
  onPath(['firefox-esr', 'firefox']) ??
  onMac('Firefox.app/Contents/MacOS/firefox')
