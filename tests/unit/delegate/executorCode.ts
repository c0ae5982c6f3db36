import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Hex } from 'viem'
import { executor } from '@/lib/delegate/executor'

const artifact = createRequire(import.meta.url).resolve(
  '@account-abstraction/contracts/artifacts/Simple7702Account.json',
)
const { deployedBytecode } = JSON.parse(await readFile(artifact, 'utf8')) as {
  deployedBytecode: Hex
}

export const entryPoint = '4337084d9e255ff0702461cf8895ce9e3b5ff108'
const word = `7f${'0'.repeat(64)}`

/** The executor's code with its immutable EntryPoint filled in, as it stands on every chain. */
export const executorCode = deployedBytecode.replaceAll(
  word,
  `7f${entryPoint.padStart(64, '0')}`,
) as Hex

/** Answers of a node: this code at the executor's address, and that one at every other. */
export const codeAnswers = (others: Hex = '0x', ours = executorCode) => ({
  eth_getCode: ([address]: [Hex]) => (address === executor ? ours : others),
})
