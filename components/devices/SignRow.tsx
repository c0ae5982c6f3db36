import type { Hex } from 'viem'
import type { Account, DeviceSigning } from '@/lib/db'
import { authorizationIn, unsignedOf } from '@/lib/devices/signingBytes'
import { wallet } from '../store/session'
import { assertTaken } from './assertTaken'
import { DeviceTask } from './DeviceTask'
import type { DeviceRequest } from './ledger/signOnDevice'

type Part = 'authorization' | 'transaction'

/** Returns the part of a row that is to be signed next. */
export const partOf = ({ authorize, authorization }: DeviceSigning): Part =>
  authorize && !authorization ? 'authorization' : 'transaction'

const askedBy = (row: DeviceSigning, part: Part): DeviceRequest | undefined => {
  const authorization = authorizationIn(row)
  if (part === 'authorization') return authorization && { kind: 'authorization', authorization }
  const unsigned = unsignedOf(row)
  return unsigned && { kind: 'transaction', unsigned }
}

/** Has a device sign the next part of what a row asks for. */
export const SignRow = ({ row, account }: { row: DeviceSigning; account: Account }) => {
  const part = partOf(row)
  const asked = askedBy(row, part)
  const { address, devicePath: path, name, fingerprint } = account
  if (!asked || path === undefined) return null
  const onSigned = async (signature: Hex) => {
    assertTaken(await wallet('answerSigning', { id: row.id, part, signature }))
  }
  const onRefused = async () => {
    await wallet('refuseSigning', { id: row.id })
  }
  return (
    <DeviceTask
      id={`${row.id} ${part} ${row.createdAt}`}
      account={{ address, path, name, fingerprint }}
      asked={asked}
      decided={{ onSigned, onRefused }}
      hasMore={part === 'authorization'}
    />
  )
}
