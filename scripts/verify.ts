import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import JSZip from 'jszip'
import { onEnd, runToEnd } from './cleanup.ts'
import { run } from './run.ts'

const root = join(import.meta.dirname, '..')

const must = async (cwd: string, command: string, ...args: string[]) => {
  const { exitCode, output } = await run(command, args, { cwd, onStart: onEnd })
  if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} failed`, { cause: output })
  return output.trim()
}

/** Builds the packages from a folder of sources and returns their SHA-256 by name. */
const build = async (folder: string): Promise<Map<string, string>> => {
  await must(folder, 'npm', 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund')
  await must(folder, 'npm', 'run', 'zip', '--ignore-scripts')
  const out = join(folder, '.output')
  const files = (await readdir(out)).filter((name) => name.endsWith('.zip'))
  const hash = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(out, name)))
      .digest('hex')
  return new Map(await Promise.all(files.map(async (name) => [name, await hash(name)] as const)))
}

const clone = async (folder: string) => {
  await must(root, 'git', 'clone', '--quiet', '--no-hardlinks', root, folder)
  return folder
}

/** Unpacks the sources package, as the reviewers of Firefox's store do before they build and compare. */
const unpack = async (sources: string, folder: string) => {
  const { files } = await JSZip.loadAsync(await readFile(sources))
  for (const file of Object.values(files).filter(({ dir }) => !dir)) {
    const path = join(folder, file.name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await file.async('nodebuffer'))
  }
  return folder
}

const verify = async () => {
  const place = await mkdtemp(join(tmpdir(), 'volley-verify-'))
  try {
    console.log(`commit ${await must(root, 'git', 'rev-parse', 'HEAD')}`)
    if (await must(root, 'git', 'status', '--porcelain'))
      console.log('What is not committed is not in it.')
    const first = await build(await clone(join(place, 'first')))
    const second = await build(await clone(join(place, 'a second folder')))
    const sources = [...first.keys()].find((name) => name.endsWith('sources.zip')) ?? ''
    const third = await build(
      await unpack(join(place, 'first/.output', sources), join(place, 'sources')),
    )
    let differ = 0
    for (const [name, hash] of first) {
      const same = [second, third].every((other) => other.get(name) === hash)
      console.log(`${same ? 'same  ' : 'DIFFER'} ${hash}  ${name}`)
      if (!same) differ += 1
    }
    console.log(`packages ${first.size} builds 3 differ ${differ}`)
    return differ === 0 && first.size === 3 ? 0 : 1
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

await runToEnd(verify)
