import { hashTypedData } from '@/lib/sign/hashTypedData'
import { executor } from '@/lib/delegate/executor'
import type { Contracts } from '../chain/deploy.ts'
import {
  asks,
  calls,
  cancels,
  comesLate,
  isRejected,
  message,
  payment,
  paysAsBefore,
  runs,
  runsThrough,
  signIn,
  signs,
  speedsUp,
  two,
  typedData,
} from './deviceFlows.ts'
import type { Connecting } from './qrSigner.ts'
import type { QrWallet } from './qrWallet.ts'

/** Something that a user does with an account in a QR device, from its start to its end; gives what went wrong. */
type Flow = {
  name: string
  /** How the device was connected; without it, by a key as most do. */
  form?: Connecting
  run: (wallet: QrWallet, contracts: Contracts) => Promise<string[]>
}

const pays = (wallet: QrWallet) =>
  runs(wallet, asks(wallet, [payment('0x3')]), { signed: 'transaction', type: '0x2', paid: 3 })

/** All flows of an account in a QR device. */
export const qrFlows: readonly Flow[] = [
  { name: 'coin is sent', run: pays },
  { name: 'coin is sent from a path of Ledger’s first wallet', form: 'legacy', run: pays },
  { name: 'coin is sent from a path of Ledger Live', form: 'live', run: pays },
  { name: 'coin is sent from a key without a word of its children', form: 'bare', run: pays },
  { name: 'coin is sent from a key among those of many coins', form: 'many', run: pays },
  { name: 'a call with data', run: calls },
  { name: 'a transaction on a chain without a base fee, where v names it', run: paysAsBefore },
  {
    name: 'the same by a device that writes v in four bytes',
    run: (wallet) => {
      wallet.device.style = 'long'
      return paysAsBefore(wallet)
    },
  },
  {
    name: 'a batch in order',
    run: (wallet) =>
      runs(wallet, asks(wallet, two, { atomicRequired: false }), {
        signed: 'transaction transaction',
        type: '0x2',
        paid: 3,
      }),
  },
  {
    name: 'a batch as one, through code that the account has from before',
    run: runsThrough(executor),
  },
  { name: 'a signature that is late', run: comesLate },
  { name: 'a rejection on the device', run: isRejected },
  { name: 'a faster transaction', run: speedsUp },
  { name: 'a cancellation', run: cancels({ isUpgrade: false }) },
  { name: 'a message', run: message('hello') },
  { name: 'a long message', run: message('hello '.repeat(500)) },
  { name: 'a sign-in', run: message(signIn) },
  {
    name: 'typed data',
    run: (wallet) => signs(wallet, { kind: 'typed data', typedData }, hashTypedData(typedData)),
  },
]
