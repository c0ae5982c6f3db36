import type { FrozenTerms } from '@/lib/batch/freeze'
import type { SponsorTerms } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { withDeadline } from '@/lib/sponsor/callData'
import { universalRouter } from '../../chain/router'
import { alice, bob } from '../accounts'
import { operation } from '../sponsor/operations'
import { hashOf } from './batches'

/** Terms by which somebody else pays. */
export const sponsorTerms: SponsorTerms = {
  url: 'https://pay.example/rpc',
  bundler: 'https://bundler.example/rpc',
  paymaster: bob,
  data: '0xab',
  isFinal: true,
  callGasLimit: '0x5208',
  verificationGasLimit: '0x1',
  preVerificationGas: '0x1',
  paymasterVerificationGasLimit: '0x1',
  paymasterPostOpGasLimit: '0x1',
}

/** Terms of a batch that somebody else pays for. */
export const sponsored: Partial<FrozenTerms> = {
  mode: 'atomic',
  gas: ['0x5208'],
  locks: withDeadline(undefined, universalRouter, alice),
  sponsor: sponsorTerms,
}

type Operation = Extract<Event, { type: 'operation' }>

/** Returns the event of an operation at the nonce 7 of the EntryPoint, named by a word; a test may change any part. */
export const operated = (name: string, change: Partial<Operation> = {}): Event => ({
  type: 'operation',
  index: 0,
  hash: hashOf(name),
  signed: { ...operation, signature: '0x12' },
  nonce: 5,
  upgrade: false,
  deadline: 1_000,
  since: 10,
  ...change,
})
