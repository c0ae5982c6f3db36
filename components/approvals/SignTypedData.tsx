import { useState } from 'react'
import { readPermit } from '@/lib/decode/permit'
import { chainOf } from '@/lib/sign/orders'
import { keptHash, type TypedDataRequest } from '@/lib/sign/signRequest'
import type { TypedData } from '@/lib/sign/typedData'
import { Allowances } from '../signing/Allowances'
import { DataTable } from '../signing/DataTable'
import { Domain } from '../signing/Domain'
import { PermitWarnings } from '../signing/PermitWarnings'
import { typedDataRows } from '../signing/rows'
import { SignatureTerms } from '../signing/SignatureTerms'
import { usePermitTokens } from '../signing/usePermitTokens'
import { Account } from '../ui/Account'
import { Disclosure } from '../ui/Disclosure'
import { Facts } from '../ui/Facts'
import { Hex } from '../ui/Hex'
import { LongText } from '../ui/LongText'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import layout from '../ui/layout.module.css'
import { Request, type RequestProps } from './Request'
import { useDecision } from './useDecision'
import { useSignature } from './useSignature'
import { t } from '../text/messages'

/** `eth_signTypedData_v4` and `_v3`: what it allows if that is known, who checks it, all that is in it. */
export const SignTypedData = (props: RequestProps) => {
  const { row } = props
  const request = row.params as TypedDataRequest
  const { from, typedData, chainId } = request
  const { types, primaryType, message } = typedData
  // Hashing takes a while: once for the request, not once a render.
  const [hash] = useState(() => keptHash(request))
  const { approval, problem } = useSignature(row.id, hash)
  const decide = useDecision(row.id)
  const permit = readPermit(typedData)
  const tokens = usePermitTokens(chainId, permit)
  const isRead = permit === undefined || tokens !== undefined

  return (
    <Request
      {...props}
      asks={permit ? t('sign_asksApproval') : t('sign_asksData')}
      about={<Account address={from} />}
      decide={decide}
      // Amounts that appear late must be seen too.
      approval={approval && { ...approval, seen: `${approval.seen} ${isRead}` }}
      terms={
        <SignatureTerms problem={problem}>
          {permit ? t('sign_permitTerms') : t('sign_freeData')}
        </SignatureTerms>
      }
    >
      <Warnings typedData={typedData} isBlocked={approval === null} />
      {permit && <PermitWarnings permit={permit} now={row.createdAt} />}
      {permit && <Allowances permit={permit} tokens={tokens} />}
      <Section title={t('sign_whoFor')}>
        <Domain typedData={typedData} />
      </Section>
      <Section title={t('sign_says')}>
        <LongText text={primaryType} most={100} />
        <DataTable rows={typedDataRows(types, types[primaryType] ?? [], message)} />
      </Section>
      <Disclosure title={t('sign_exactly')}>
        <Facts rows={[[t('hash'), <Hex key="hash" value={hash} />]]} />
        <LongText text={JSON.stringify(typedData, undefined, 2)} most={2000} isCode />
      </Disclosure>
    </Request>
  )
}

const Warnings = ({ typedData, isBlocked }: { typedData: TypedData; isBlocked: boolean }) => {
  const isBound = chainOf(typedData) !== undefined
  if (isBound && !isBlocked) return null
  return (
    <div className={layout.stack}>
      {isBlocked && (
        <Notice tone="bad" isAlert>
          {t('sign_ownAccount')}
        </Notice>
      )}
      {!isBound && (
        <Notice tone="warn" isAlert>
          <strong>{t('sign_noNetwork')}</strong> {t('sign_noNetworkText')}
        </Notice>
      )}
    </div>
  )
}
