import { readPermit } from '@/lib/decode/permit'
import { chainOf } from '@/lib/sign/orders'
import { typedDataHash, type TypedDataRequest } from '@/lib/sign/request'
import type { TypedData } from '@/lib/sign/typedData'
import { Allowances } from '../signing/Allowances'
import { DataTable } from '../signing/DataTable'
import { Domain } from '../signing/Domain'
import { rowsOf } from '../signing/rows'
import { SignatureTerms } from '../signing/SignatureTerms'
import { useTokens } from '../signing/useTokens'
import { Account } from '../ui/Account'
import { Disclosure } from '../ui/Disclosure'
import { Facts } from '../ui/Facts'
import { Hex } from '../ui/Hex'
import { LongText } from '../ui/LongText'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import styles from './Doubts.module.css'
import { Request, type RequestProps } from './Request'
import { useDecision } from './useDecision'
import { useSignature } from './useSignature'

/** `eth_signTypedData_v4` and `_v3`: what it allows if that is known, who checks it, all that is in it. */
export const SignTypedData = (props: RequestProps) => {
  const { row } = props
  const { from, typedData, chainId } = row.params as TypedDataRequest
  const { types, primaryType, message } = typedData
  const hash = typedDataHash({ typedData })
  const { approval, problem } = useSignature(row.id, hash)
  const decide = useDecision(row.id)
  const permit = readPermit(typedData)
  const tokens = useTokens(chainId, permit)
  const isRead = permit === undefined || tokens !== undefined

  return (
    <Request
      {...props}
      asks={permit ? 'asks you to sign an approval' : 'asks you to sign data'}
      about={<Account address={from} />}
      decide={decide}
      // Amounts that appear late must be seen too.
      approval={approval && { ...approval, seen: `${approval.seen} ${isRead}` }}
      terms={
        <SignatureTerms problem={problem}>
          {permit
            ? 'No fee, no transaction: the signature alone lets it be spent.'
            : 'Signing sends nothing and costs nothing, but what is signed may be used.'}
        </SignatureTerms>
      }
    >
      <Warnings typedData={typedData} isBlocked={approval === null} />
      {permit && <Allowances permit={permit} tokens={tokens} />}
      <Section title="Who it is for">
        <Domain typedData={typedData} />
      </Section>
      <Section title="What it says">
        <LongText text={primaryType} most={100} />
        <DataTable rows={rowsOf(types, types[primaryType] ?? [], message)} />
      </Section>
      <Disclosure title="What is signed, exactly">
        <Facts rows={[['Hash', <Hex key="hash" value={hash} />]]} />
        <LongText text={JSON.stringify(typedData, undefined, 2)} most={2000} isCode />
      </Disclosure>
    </Request>
  )
}

const Warnings = ({ typedData, isBlocked }: { typedData: TypedData; isBlocked: boolean }) => {
  const isBound = chainOf(typedData) !== undefined
  if (isBound && !isBlocked) return null
  return (
    <div className={styles.doubts}>
      {isBlocked && (
        <Notice tone="bad" isAlert>
          It is for another account of yours, which could be made to act by it. It can only be
          rejected.
        </Notice>
      )}
      {!isBound && (
        <Notice tone="warn" isAlert>
          <strong>It names no network,</strong> so the signature holds on every one.
        </Notice>
      )}
    </div>
  )
}
