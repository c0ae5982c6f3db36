import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const fromNpm = () => {
  try {
    return createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil')
  } catch {
    return undefined
  }
}

const isExecutable = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const fromPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'anvil'))
    .find(isExecutable)

/** Finds anvil: the user's choice (`ANVIL`), the pinned npm package (Linux x64), then PATH. */
export const anvilBinary = (): string => {
  const chosen = process.env.ANVIL
  if (chosen && !isExecutable(chosen))
    throw new Error(`ANVIL is set to ${chosen}, which is not an executable file.`)
  const found = chosen ?? fromNpm() ?? fromPath()
  if (found) return found
  throw new Error(
    'No anvil was found: install Foundry (https://getfoundry.sh) or set ANVIL to the path of its anvil.',
  )
}
