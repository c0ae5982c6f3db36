import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'

type Artifact = { abi: Abi; bytecode: Hex; runtime: Hex }

type Sources = Record<string, { content: string }>
type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, SolcContract>>
}
type SolcContract = {
  abi: Abi
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } }
}

const contracts = join(import.meta.dirname, 'contracts')
const cache = join(import.meta.dirname, '../../.cache')

const settings = {
  evmVersion: 'prague',
  optimizer: { enabled: true, runs: 200 },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
}

const readSources = async (folder: string) => {
  const sources: Sources = {}
  for (const file of (await readdir(folder)).sort())
    if (file.endsWith('.sol'))
      sources[file] = { content: await readFile(join(folder, file), 'utf8') }
  return sources
}

type Imported = { contents: string } | { error: string }

/** Sources of packages, which only some of the contracts import. */
const fromPackage = (path: string): Imported => {
  try {
    return { contents: readFileSync(createRequire(import.meta.url).resolve(path), 'utf8') }
  } catch {
    return { error: `no package has ${path}` }
  }
}

const solidity = async (input: string) => {
  const solc = (await import('solc')).default as {
    compile: (input: string, callbacks: { import: (path: string) => Imported }) => string
  }
  const output = JSON.parse(solc.compile(input, { import: fromPackage })) as SolcOutput
  const failed = output.errors?.find(({ severity }) => severity === 'error')
  if (failed) throw new Error(failed.formattedMessage)
  const artifacts: Record<string, Artifact> = {}
  for (const byName of Object.values(output.contracts))
    for (const [name, { abi, evm }] of Object.entries(byName))
      artifacts[name] = {
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        runtime: `0x${evm.deployedBytecode.object}`,
      }
  return artifacts
}

/**
 * Compiles the contracts and returns them by name; `odd`: those that only trials need, `signed`: those that act
 * on signatures, `sponsored`: those that pay for operations, `shown`: those of pictures. The compiler takes seconds,
 * so its output is cached by the hash of its input.
 */
export const compile = async (
  kind: 'good' | 'odd' | 'signed' | 'locked' | 'sponsored' | 'shown' = 'good',
): Promise<Record<string, Artifact>> => {
  const sources = await readSources(kind === 'good' ? contracts : join(contracts, kind))
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const file = join(cache, `contracts-${createHash('sha256').update(input).digest('hex')}.json`)
  const cached = await readFile(file, 'utf8').catch(() => undefined)
  if (cached) return JSON.parse(cached) as Record<string, Artifact>
  const artifacts = await solidity(input)
  await mkdir(cache, { recursive: true })
  // Renamed into place, so that no parallel reader sees half a file.
  const unfinished = `${file}.${randomUUID()}`
  await writeFile(unfinished, JSON.stringify(artifacts))
  await rename(unfinished, file)
  return artifacts
}
