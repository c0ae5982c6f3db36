import { useState } from 'react'
import { readSignature } from '@/lib/decode/signatures'
import type {
  SignatureEffect,
  ReadSignature,
  SignatureReading,
} from '@/lib/decode/signatures/signatureReading'
import { keptHash, type TypedDataRequest } from '@/lib/sign/signRequest'
import { byAddress, KnownParties } from '../calls/counterparties'
import { LookAlikes } from '../calls/LookAlikes'
import { tokenDoubts } from '../calls/tokenDoubts'
import { useNamed } from '../calls/useNamed'
import { useWordsSeen } from '../calls/useRegistry'
import { DataTable } from '../signing/DataTable'
import { Descriptor } from '../signing/Descriptor'
import { TypedDataDigests } from '../signing/Digests'
import { Domain } from '../signing/Domain'
import { partiesIn } from '../signing/partiesIn'
import { Rehearsed } from '../signing/Rehearsed'
import { returnDoubts } from '../signing/returnDoubts'
import { useIsPoorOrder } from '../prices/useIsPoorOrder'
import { typedDataRows } from '../signing/rows'
import { SignatureNotices } from '../signing/SignatureNotices'
import { SignatureTerms } from '../signing/SignatureTerms'
import { TokenNotices } from '../tokens/TokenNotices'
import { useIdentified } from '../tokens/useIdentified'
import { SignedLines } from '../signing/SignedLines'
import { unnamedDoubts } from '../signing/unnamedDoubts'
import { untilText } from '../signing/untilText'
import { useSignedParties } from '../signing/useSignedParties'
import { tokensIn, useSignedTokens } from '../signing/useSignedTokens'
import { visible } from '../text/visible'
import { Disclosure } from '../ui/Disclosure'
import { Facts } from '../ui/Facts'
import { Hex } from '../ui/Hex'
import { LongText } from '../ui/LongText'
import { Section } from '../ui/Section'
import layout from '../ui/layout.module.css'
import { AccountChip } from './AccountChip'
import { unless, withSeen } from './approvable'
import { doubtsOfParties } from './doubts'
import { Request, type RequestProps } from './Request'
import { verbOfSignature } from './verb'
import { useSignature } from './useSignature'
import { useSignatureDecision } from './useSignatureDecision'
import { t, type Key } from '../text/messages'
import { loadedLater } from '../hooks/loadedLater'

/** Part of the screen that only an account in a device needs. */
const SignMessageOnDevice = loadedLater(
  async () => (await import('../devices/SignMessageOnDevice')).SignMessageOnDevice,
)

const asks: Record<SignatureEffect, Key> = {
  allow: 'sign_asksApproval',
  send: 'sign_asksSend',
  trade: 'sign_asksOrder',
  authorize: 'sign_asksRight',
  call: 'sign_asksCall',
  cancel: 'sign_asksCancel',
  attest: 'sign_asksAttest',
}

const termsOf = (reading: SignatureReading): Key => {
  if (reading.kind === 'unread') return 'sign_unreadTerms'
  const { deed } = reading
  return deed === 'cancel' || deed === 'attest' ? 'sign_free' : 'sign_usedTerms'
}

/** `eth_signTypedData_v4` and `_v3`: what it does if that is known exactly, else that nobody can read it. */
export const SignTypedData = (props: RequestProps) => {
  const { row } = props
  const request = row.params as TypedDataRequest
  const { from, typedData, chainId } = request
  const { types, primaryType, message } = typedData
  // Long data take a while: once for the request, not once a render.
  const [hash] = useState(() => keptHash(request))
  const [reading] = useState(() =>
    readSignature(typedData, { signer: from, chainId, now: row.createdAt }),
  )
  const [rows] = useState(() => typedDataRows(types, types[primaryType] ?? [], message))
  const [named] = useState(() => partiesIn(reading, rows, request))
  const [text] = useState(() => JSON.stringify(typedData, undefined, 2))
  const { approval, problem } = useSignature(row.id, hash)
  const { decide, device } = useSignatureDecision(row.id, from)
  const words = useWordsSeen()
  const tokens = useIdentified(chainId, from, useSignedTokens(chainId, from, reading))
  const parties = useSignedParties(chainId, named)
  const names = useNamed(chainId)
  const isPoor = useIsPoorOrder(reading, { from, chainId, tokens })
  const ofSignature = [
    ...reading.doubts,
    ...returnDoubts(reading, tokens),
    ...(names ? unnamedDoubts(reading, { from, tokens }, names) : []),
    ...(isPoor ? (['poor return'] as const) : []),
  ]
  const doubts = [
    ...ofSignature,
    ...tokenDoubts(tokens, tokensIn(reading)),
    ...doubtsOfParties(parties),
  ]

  if (device) return <SignMessageOnDevice id={row.id} content={{ typedData }} device={device} />
  return (
    <KnownParties value={byAddress(parties)}>
      <Request
        {...props}
        asks={t(reading.kind === 'read' ? asks[reading.deed] : 'sign_asksUnread')}
        about={<AccountChip address={from} />}
        decide={decide}
        // Amounts, false names, look-alikes and late headlines must be seen first.
        approval={unless(withSeen(approval, words, 'words'), [
          !tokens && 'token names',
          !(parties && names) && 'addresses',
        ])}
        doubts={doubts}
        verb={verbOfSignature(reading, { from, chainId, tokens })}
        terms={<SignatureTerms problem={problem}>{t(termsOf(reading))}</SignatureTerms>}
      >
        <div className={`${layout.stack} ${layout.ifAny}`}>
          <LookAlikes parties={parties} />
          <SignatureNotices reading={reading} doubts={ofSignature} isBlocked={approval === null} />
          <TokenNotices tokens={tokens} />
        </div>
        {reading.kind === 'read' && (
          <SignedLines reading={reading} place={{ from, chainId, tokens }} />
        )}
        <Rehearsed typedData={typedData} reading={reading} place={{ from, chainId, tokens }} />
        {reading.kind === 'unread' && (
          <Descriptor chainId={chainId} from={from} typedData={typedData} />
        )}
        <Section title={t('sign_whoFor')}>
          <Domain typedData={typedData} known={reading.kind === 'read' ? knownOf(reading) : []} />
        </Section>
        <Section title={t('sign_says')}>
          <LongText text={primaryType} most={100} />
          <DataTable rows={rows} />
        </Section>
        <Disclosure title={t('sign_exactly')}>
          <Facts rows={[[t('hash'), <Hex key="hash" value={hash} />]]} />
          <LongText text={text} most={2000} isCode />
        </Disclosure>
        <TypedDataDigests typedData={typedData} />
      </Request>
    </KnownParties>
  )
}

/** The standard of a known signature, its end, and what of it only the spender understands. */
const knownOf = ({ standard, until, witness, deed }: ReadSignature): [string, string][] => {
  const isUsable = deed !== 'cancel' && deed !== 'attest'
  return [
    [t('sign_standard'), standard],
    ...(isUsable ? [[t('sign_usable'), untilText(until)] satisfies [string, string]] : []),
    ...(witness
      ? [[t('sign_witness'), visible(`${witness.type} ${witness.name}`)] satisfies [string, string]]
      : []),
  ]
}
