import { explainedIn, isAbandoned, isPast, next, speedable } from '@/lib/batch/machine'
import { neverRuns } from '@/lib/batch/neverRuns'
import { statusCode } from '@/lib/batch/status'
import { CancelButton } from '../batches/CancelButton'
import { canCancel } from '../batches/canCancel'
import { Expected } from '../batches/Expected'
import { LoweredAmounts } from '../batches/LoweredAmounts'
import { meaningOf } from '../batches/meaning'
import { CopyJson } from '../batches/CopyJson'
import { ClearButton } from '../batches/ClearButton'
import { ReviewButton } from '../batches/ReviewButton'
import { modeText } from '../batches/mode'
import { SpeedUpButton } from '../batches/SpeedUpButton'
import { StatusWord } from '../batches/StatusWord'
import { summaryOf } from '../batches/summary'
import { BatchActions } from '../batches/BatchActions'
import { Stages } from '../batches/Stages'
import { Transactions } from '../batches/Transactions'
import { wordOf } from '../batches/word'
import { CallList } from '../calls/CallList'
import { useBatch, type BatchView } from '../batches/batchViews'
import { useKnownTokens } from '../hooks/queries'
import { useSession } from '../store/session'
import { networkName } from '../text/network'
import { timeText } from '../text/time'
import { useIdentified } from '../tokens/useIdentified'
import { Account } from '../ui/Account'
import { Disclosure } from '../ui/Disclosure'
import { Facts } from '../ui/Facts'
import { Heading } from '../ui/Heading'
import { Hex } from '../ui/Hex'
import { SingleAddress } from '../ui/SingleAddress'
import { Host } from '../ui/Host'
import { Lead } from '../ui/Lead'
import { Notice } from '../ui/Notice'
import { Raw } from '../ui/Raw'
import { Section } from '../ui/Section'
import layout from '../ui/layout.module.css'
import styles from '../batches/batch.module.css'
import { SubScreen } from '../shell/SubScreen'
import { t } from '../text/messages'
import { loadedLater } from '../hooks/loadedLater'

// Loaded when something is in a batch's way: few pages show these.
const ChangedSince = loadedLater(async () => (await import('../batches/ChangedSince')).ChangedSince)
const Failure = loadedLater(async () => (await import('../batches/Failure')).Failure)
const Behind = loadedLater(async () => (await import('../batches/Behind')).Behind)
const Locks = loadedLater(async () => (await import('../lock/Locks')).Locks)
const Refusal = loadedLater(async () => (await import('../batches/Refusal')).Refusal)
const PayInstead = loadedLater(async () => (await import('../batches/PayInstead')).PayInstead)
const SponsorNote = loadedLater(async () => (await import('../batches/SponsorNote')).SponsorNote)
const Trouble = loadedLater(async () => (await import('../batches/Trouble')).Trouble)

/** All sentences there are: the page has the room. */
const all = 100

/** One batch: what it does, what became of it, and the way to stop it. */
export const BatchDetail = ({ batchKey }: { batchKey: string }) => {
  const view = useBatch(batchKey)
  return (
    <SubScreen>
      {view && <Detail view={view} />}
      {view === null && (
        <div className={`${layout.stack} ${layout.padded}`}>
          <Heading>{t('detail_missing')}</Heading>
          <p>{t('detail_missingText')}</p>
        </div>
      )}
    </SubScreen>
  )
}

const Detail = ({ view }: { view: BatchView }) => {
  const { batch, state, isQueued } = view
  const isUnlocked = useSession(({ session }) => session?.isUnlocked ?? false)
  const tokens = useIdentified(batch.chainId, batch.from, useKnownTokens(batch.chainId))
  const place = { from: batch.from, chainId: batch.chainId, tokens }
  const word = wordOf(view, isUnlocked)
  const mode = modeText(batch.mode)
  const explained = explainedIn(state)
  const count = batch.calls.length

  return (
    <>
      <Lead gap={8}>
        <Heading className={styles.headline}>
          <BatchActions view={view} most={all} />
        </Heading>
        <h2>
          <StatusWord word={word} size={20} />
        </h2>
        <Stages view={view} />
        <p>{meaningOf(word, batch, state, isQueued)}</p>
        {explained && (
          <p>
            <Failure batch={batch} explained={explained} isWhole />
          </p>
        )}
        {batch.sponsor && <SponsorNote sponsor={batch.sponsor} state={state} place={place} />}
        {state.changed && <ChangedSince changed={state.changed} count={count} place={place} />}
        <Refusal state={state} />
        {state.asked && <ReviewButton text={t('review')} />}
        {word === 'Waiting for your Ledger' && <ReviewButton text={t('device_continue')} />}
        {word === 'Waiting for your QR device' && <ReviewButton text={t('qr_continue')} />}
        {batch.shown === 0 && <Notice tone="info">{t('detail_cleared')}</Notice>}
        {next(batch, state)?.do === 'sign' && !isQueued && <Trouble batch={batch} />}
        {state.behind && word !== 'Overtaken' && !isAbandoned(state) && (
          <Behind batch={batch} behind={state.behind} />
        )}
        <Actions batch={batch} state={state} />
        {neverRuns(batch, state) && <PayInstead batchKey={batch.key} />}
      </Lead>
      {!batch.revokes && <Expected batch={batch} place={place} />}
      {batch.locks && <Locks batch={batch} state={state} place={place} />}
      <Section title={t('detail_request')}>
        <Account address={batch.from} />
        <Facts
          rows={[
            [t('detail_site'), <Host origin={batch.origin} />],
            [t('network'), networkName(batch.chainId)],
            [t('detail_approved'), timeText(batch.createdAt)],
          ]}
        />
        {batch.live === 0 && batch.shown === 1 && <ClearButton batchKey={batch.key} />}
      </Section>
      <Disclosure title={t('detail_technical')}>
        <div className={`${layout.stack} ${layout.flush} ${layout.toEdges}`}>
          <Section title={summaryOf(batch)}>
            {batch.revokes ? (
              <>
                <p>{t('revoke_back')}</p>
                <SingleAddress value={batch.revokes} />
              </>
            ) : (
              <>
                {mode && <p>{mode}</p>}
                <CallList calls={batch.calls} {...place} />
                <LoweredAmounts batch={batch} place={place} />
              </>
            )}
          </Section>
          <Transactions batch={batch} state={state} />
          <Section title={t('detail_record')}>
            <Facts
              rows={[
                [t('detail_status'), `${statusCode(batch, state)} (EIP-5792)`],
                [t('detail_id'), <BatchId id={batch.id} />],
              ]}
            />
            <CopyJson view={view} />
          </Section>
        </div>
      </Disclosure>
    </>
  )
}

const Actions = ({ batch, state }: Pick<BatchView, 'batch' | 'state'>) => {
  const found = speedable(state)
  // Past the deadline of its locks, a faster one would revert.
  const open = found && isPast(found, Date.now()) ? undefined : found
  return (
    <div className={`${layout.wrap} ${layout.evenly} ${layout.ifAny}`}>
      {open && <SpeedUpButton batch={batch} open={open} />}
      {canCancel(batch, state) && <CancelButton batch={batch} state={state} />}
    </div>
  )
}

/** A site may choose any text of up to 4096 bytes. */
const BatchId = ({ id }: { id: string }) =>
  /^0x[0-9a-f]{1,64}$/i.test(id) ? (
    <Hex value={id} />
  ) : (
    <Raw text={id} label={t('detail_batchId')} />
  )
