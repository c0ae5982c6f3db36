import { parseArgs } from 'node:util'

/** How `npm start` goes: a browser to use, the main job done by itself, or chain and playground alone. */
export type StartOptions = {
  mode: 'browser' | 'alone' | 'serve'
  isSequential: boolean
  /** A sentence for whoever asked for a browser and gets none. */
  note?: string
}

const noDisplay =
  'There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), so this does the main job by itself and ends; npm start -- --serve keeps chain and playground up.'

/** Reads the options of `npm start`. Throws one sentence about two that do not fit. */
export const readStartOptions = (args: string[], hasDisplay: boolean): StartOptions => {
  const { values } = parseArgs({
    args,
    options: {
      headless: { type: 'boolean' },
      sequential: { type: 'boolean' },
      serve: { type: 'boolean' },
    },
  })
  const { headless = false, sequential = false, serve = false } = values
  if (serve && (headless || sequential))
    throw new Error('--serve opens no browser: leave out --headless and --sequential.')
  if (serve) return { mode: 'serve', isSequential: false }
  if (headless) return { mode: 'alone', isSequential: sequential }
  if (!hasDisplay) return { mode: 'alone', isSequential: sequential, note: noDisplay }
  if (sequential)
    throw new Error('--sequential is what the run without a display does: add --headless.')
  return { mode: 'browser', isSequential: false }
}
