import { keccak256, stringToHex, type Hash, type Hex } from 'viem'
import { freeze, type FrozenTerms } from '@/lib/batch/freeze'
import { addBatch } from '@/lib/batch/journal'
import type { Event, Receipt } from '@/lib/db/batchEvent'
import type { State } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import type { SignedOperation } from '@/lib/db/userOperation'
import { executor } from '@/lib/delegate/executor'
import { alice, dapp, stranger } from '../accounts'

/** A 32-byte hash that a test can name. */
export const hashOf = (name: string): Hash => keccak256(stringToHex(name))

export const genesis = hashOf('genesis')

const call = { to: stranger, value: '0x1', data: '0x' } as const

let count = 0

/** Returns a new approved batch, newer than all before: two calls in order, unless a test changes that. */
export const makeBatch = (terms: Partial<FrozenTerms> = {}): Batch => {
  const calls = terms.calls ?? (terms.mode === 'one' ? [call] : [call, call])
  const transactions = (terms.mode ?? 'sequence') === 'sequence' ? calls.length : 1
  count++
  return freeze(
    {
      key: count.toString(16).padStart(32, '0'),
      origin: dapp,
      id: `id ${count}`,
      method: 'wallet_sendCalls',
      from: alice,
      chainId: 31337,
      genesis,
      calls,
      mode: 'sequence',
      upgrade: false,
      delegate: terms.mode === 'atomic' ? executor : null,
      gas: Array.from({ length: transactions }, (): Hex => '0x5208'),
      fees: { maxFeePerGas: '0x3e8', maxPriorityFeePerGas: '0x64' },
      ...terms,
    },
    1_000_000 + count,
  )
}

/** Stores a new approved batch: two calls in order, unless a test changes that. */
export const storeBatch = async (terms: Partial<FrozenTerms> = {}): Promise<Batch> => {
  const batch = makeBatch(terms)
  await addBatch(batch)
  return batch
}

/** Returns a successful receipt in block 10; a test may change any part of it. */
export const receiptOf = (hash: Hash, change: Partial<Receipt> = {}): Receipt => ({
  transactionHash: hash,
  blockHash: hashOf('block 10'),
  blockNumber: '0xa',
  gasUsed: '0x5208',
  status: '0x1',
  logs: [],
  ...change,
})

type Signed = Extract<Event, { type: 'signed' }>

const paidOperation: SignedOperation = {
  sender: alice,
  nonce: '0x0',
  callData: '0x',
  callGasLimit: '0x1',
  verificationGasLimit: '0x1',
  preVerificationGas: '0x1',
  maxFeePerGas: '0x1',
  maxPriorityFeePerGas: '0x1',
  paymaster: stranger,
  paymasterVerificationGasLimit: '0x1',
  paymasterPostOpGasLimit: '0x1',
  paymasterData: '0x',
  signature: '0x',
}

/** Builds events of a batch. A test names transactions by words; `0` is the one for the first call. */
export const did = {
  signed: (name: string, index = 0, change: Partial<Signed> = {}): Event => ({
    type: 'signed',
    index,
    kind: 'call',
    nonce: index,
    upgrade: false,
    hash: hashOf(name),
    raw: '0x02',
    ...change,
  }),
  operation: (name: string): Event => ({
    type: 'operation',
    index: 0,
    hash: hashOf(name),
    signed: paidOperation,
    nonce: 0,
    upgrade: false,
    deadline: 1_000_000,
    since: 1,
  }),
  sent: (name: string): Event => ({ type: 'sent', hash: hashOf(name) }),
  included: (name: string, change: Partial<Receipt> = {}): Event => ({
    type: 'included',
    hash: hashOf(name),
    delegate: null,
    receipt: receiptOf(hashOf(name), change),
  }),
  sealed: (name: string, change: Partial<Receipt> = {}, ran: boolean | null = true): Event => ({
    type: 'sealed',
    hash: hashOf(name),
    ran,
    receipt: receiptOf(hashOf(name), change),
  }),
  moved: (name: string): Event => ({ type: 'moved', hash: hashOf(name) }),
  stopped: (reason: State['stopped'] & string = 'user'): Event => ({ type: 'stopped', reason }),
  final: { type: 'final' } as Event,
}
