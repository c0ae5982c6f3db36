import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useEffect, useState, type ReactNode } from 'react'
import { isGrave, risksOf } from '@/lib/approvals/danger'
import type { Batch } from '@/lib/db'
import type { Verbs } from '@/lib/wallet'
import { labelOf } from '../approvals/Risks'
import { StepTerms } from '../approvals/StepTerms'
import { useArmed } from '../approvals/useArmed'
import { useSteps } from '../approvals/useSteps'
import { whyGrey } from '../approvals/whyGrey'
import { DataFee } from '../fees/DataFee'
import { UnknownUsual } from '../fees/UnknownUsual'
import { problemOf, useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { native } from '../text/native'
import { networkName } from '../text/network'
import { visible } from '../text/visible'
import { Button } from '../ui/Button'
import dialog from '../ui/Dialog.module.css'
import { Notice } from '../ui/Notice'
import { Skeleton } from '../ui/Skeleton'
import { problemIn, type Acted } from './acted'
import { ChangedBump } from './ChangedBump'
import { loadedLater } from '../hooks/loadedLater'

const GreyLine = loadedLater(async () => (await import('../approvals/GreyLine')).GreyLine)

/** Part of the page that only an account in a device needs. */
const SignReplacement = loadedLater(
  async () => (await import('../devices/SignReplacement')).SignReplacement,
)

type Offer = Exclude<Verbs['priceReplacement']['gives'], string>

type Price = Pick<Offer, 'fees' | 'ceiling' | 'seen'>

/**
 * Ceiling of the gas fee, exact, as it is and once replaced; places for both until it is known. `missing`: what the
 * account lacks for it and for its L1 fee.
 */
export type Costs = readonly [before: ReactNode, ceiling: ReactNode, missing?: string]

/** A question of what is to be replaced, and by what, or of the gap that is to be filled. */
export type ReplacementProps = {
  batchKey: string
  chainId: number
  by: 'same' | 'cancel' | 'fill'
  kind?: 'danger'
  title: string
  yes: string
  tooLate: string
  /** Gives the consequences of a yes at these costs. */
  text: (costs: Costs) => ReactNode
  /** Acts for exactly this price, undefined if it is unknown, and gives back how that ended. */
  act: (price: Price | undefined) => Promise<Acted>
  /** The batch whose calls are signed again, to name what they would do worse. */
  batch?: Batch
  close: () => void
}

/**
 * Asks before what waits is replaced, or a gap below it filled: names the exact ceiling of its gas and what would
 * turn out worse than was approved, takes the effort that the doubts about it demand, and agrees to no more. Where the price is unknown, a cancellation still stops what is not signed.
 */
export const Replacement = (props: ReplacementProps) => {
  const { batchKey, chainId, by, kind, title, yes, tooLate, text, act, batch, close } = props
  const word = visible(networkName(chainId))
  const [offer, setOffer] = useState<Offer>()
  const [problem, setProblem] = useState<string>()
  const [isOpen, setOpen] = useState(true)
  /** Price that was agreed to, while a device has it. */
  const [asked, setAsked] = useState<{ price: Price | undefined }>()
  const { run, isPending, error } = useAction(async (price: Price | undefined) => {
    // A device is asked for this very act alone, also where an earlier one still waits for it.
    setAsked(undefined)
    const acted = await act(price)
    if (acted === 'on device') setAsked({ price })
    return problemIn(acted)
  })

  useEffect(() => {
    let isOver = false
    const find = async () => {
      const found = await wallet('priceReplacement', { key: batchKey, by })
      if (found === 'too late') return tooLate
      if (found === 'no room') return t('speedUp_noRoom')
      if (found === 'unlisted') return t('cancel_unlisted')
      if (found === 'shared') return t('cancel_shared')
      if (!isOver) setOffer(found)
      return undefined
    }
    void problemOf(find).then((found) => !isOver && setProblem(found))
    return () => {
      isOver = true
    }
  }, [batchKey, by, tooLate])

  const isReady = offer !== undefined || (problem !== undefined && by === 'cancel')
  const steps = useSteps(
    isReady ? { seen: offer?.ceiling ?? 'no price', decision: 'agreed' } : undefined,
    offer?.doubts ?? [],
    word,
  )
  const [gravest] = risksOf(steps.doubts)
  const isSafe = gravest === undefined && !isGrave(steps.doubts)
  const { isArmed, isEarly, hasFocus, button } = useArmed(isOpen ? steps.seen : undefined)
  const why = whyGrey([
    isPending && 'deciding',
    !isReady && (problem === undefined ? 'node asked' : 'not possible'),
    !steps.isTyped && 'word untyped',
    !hasFocus && 'no focus',
    isEarly && 'too early',
    !isArmed && 'arming',
  ])

  const decide = async () => {
    if ((await steps.decide()) === undefined) return
    setOpen(false)
    run(offer && priceIn(offer))
  }

  return (
    <>
      {error && (
        <div className={dialog.problem}>
          <Notice tone="bad" isAlert>
            {error}
          </Notice>
        </div>
      )}
      {asked && (
        <SignReplacement
          batchKey={batchKey}
          onSigned={() => run(asked.price)}
          onLater={() => setAsked(undefined)}
        />
      )}
      <AlertDialog.Root
        open={isOpen}
        onOpenChange={setOpen}
        onOpenChangeComplete={(open) => {
          // The problem of an action stays on the screen.
          if (!open && !isPending && !error && !asked) close()
        }}
      >
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className={dialog.backdrop} />
          <AlertDialog.Popup className={dialog.popup}>
            <AlertDialog.Title>{title}</AlertDialog.Title>
            <AlertDialog.Description>
              {text(offer ? costsOf(offer, chainId) : places)}
            </AlertDialog.Description>
            {problem && (
              <Notice tone="bad" isAlert>
                {problem}
              </Notice>
            )}
            {batch && offer && offer.changed.length > 0 && (
              <ChangedBump batch={batch} changed={offer.changed} />
            )}
            {offer && <DataFee chainId={chainId} l1Fee={BigInt(offer.l1Fee)} />}
            {offer && !offer.isUsualKnown && <UnknownUsual />}
            <StepTerms steps={steps} word={word} isReady={isReady} />
            <div className={dialog.buttons}>
              <AlertDialog.Close render={<Button kind={isSafe ? 'secondary' : 'primary'} />}>
                {t('keepIt')}
              </AlertDialog.Close>
              <Button
                kind={isSafe ? (kind ?? 'primary') : 'danger'}
                ref={button}
                disabled={isPending || !isArmed}
                onClick={() => void decide()}
              >
                {gravest && steps.isSecond ? labelOf(gravest) : yes}
              </Button>
            </div>
            <p aria-live="polite" className={dialog.why}>
              <GreyLine why={why} clicked={isEarly} />
            </p>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  )
}

const places: Costs = [<Skeleton width={12} />, <Skeleton width={12} />]

const priceIn = ({ fees, ceiling, seen }: Offer) => ({ fees, ceiling, ...(seen ? { seen } : {}) })

const costsOf = ({ before, ceiling, l1Fee, balance }: Offer, chainId: number): Costs => {
  const missing = BigInt(ceiling) + BigInt(l1Fee) - BigInt(balance)
  const costs = [native(BigInt(before), chainId), native(BigInt(ceiling), chainId)] as const
  return missing > 0n ? [...costs, native(missing, chainId)] : costs
}
