import { statusCode } from '@/lib/batch/status'
import { CancelButton } from '../batches/CancelButton'
import { canCancel } from '../batches/canCancel'
import { meaningOf } from '../batches/meaning'
import { ClearButton } from '../batches/ClearButton'
import { ReviewButton } from '../batches/ReviewButton'
import { modeText } from '../batches/mode'
import { speedable } from '../batches/speedable'
import { SpeedUpButton } from '../batches/SpeedUpButton'
import { StatusWord } from '../batches/StatusWord'
import { Transactions } from '../batches/Transactions'
import { wordOf } from '../batches/word'
import { CallList } from '../calls/CallList'
import { useBatch, useKnownTokens, type BatchView } from '../hooks'
import { useStore } from '../store'
import { some } from '../text/amount'
import { networkName } from '../text/network'
import { timeText } from '../text/time'
import { Account } from '../ui/Account'
import { Facts } from '../ui/Facts'
import { Hex } from '../ui/Hex'
import { Host } from '../ui/Host'
import { Notice } from '../ui/Notice'
import { Raw } from '../ui/Raw'
import { Section } from '../ui/Section'
import { BackBar } from './BackBar'
import styles from './BatchDetail.module.css'

/** One batch: what became of it, what it is, and the way to stop it. */
export const BatchDetail = ({ batchKey }: { batchKey: string }) => {
  const view = useBatch(batchKey)
  return (
    <>
      <BackBar />
      <main className={styles.page}>
        {view && <Detail view={view} />}
        {view === null && (
          <div className={styles.missing}>
            <h1>There is no batch here</h1>
            <p>It was cleared more than a day ago, or it never was. Go back to see the others.</p>
          </div>
        )}
      </main>
    </>
  )
}

const Detail = ({ view }: { view: BatchView }) => {
  const { batch, state, isQueued } = view
  const isUnlocked = useStore(({ session }) => session?.isUnlocked ?? false)
  const tokens = useKnownTokens(batch.chainId)
  const word = wordOf(view, isUnlocked)
  const mode = modeText[batch.mode]

  return (
    <>
      <div className={styles.status}>
        <h1 className={styles.word}>
          <StatusWord word={word} size={24} />
        </h1>
        <p>{meaningOf(word, batch, state, isQueued)}</p>
        {state.asked && <ReviewButton />}
        {batch.shown === 0 && (
          <Notice tone="info">
            You cleared it from the activity. A day after that, its record is deleted.
          </Notice>
        )}
        <Actions batch={batch} state={state} />
      </div>
      <Section title={some(batch.calls.length, 'call')}>
        {mode && <p>{mode}.</p>}
        <CallList calls={batch.calls} from={batch.from} chainId={batch.chainId} tokens={tokens} />
      </Section>
      <Transactions batch={batch} state={state} />
      <Section title="Request">
        <Account address={batch.from} />
        <Facts
          rows={[
            ['Site', <Host origin={batch.origin} />],
            ['Network', networkName(batch.chainId)],
            ['Approved', timeText(batch.createdAt)],
            ['Status', `${statusCode(batch, state)} (EIP-5792)`],
            ['ID', <BatchId id={batch.id} />],
          ]}
        />
        {batch.live === 0 && batch.shown === 1 && <ClearButton batchKey={batch.key} />}
      </Section>
    </>
  )
}

const Actions = ({ batch, state }: Pick<BatchView, 'batch' | 'state'>) => {
  const open = speedable(state)
  return (
    <div className={styles.actions}>
      {open && <SpeedUpButton batchKey={batch.key} open={open} />}
      {canCancel(batch, state) && <CancelButton batch={batch} state={state} />}
    </div>
  )
}

/** A site may choose any text of up to 4096 bytes. */
const BatchId = ({ id }: { id: string }) =>
  /^0x[0-9a-f]{1,64}$/i.test(id) ? <Hex value={id} /> : <Raw text={id} label="Batch ID" />
