import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useEffect, useState, type ReactNode } from 'react'
import { risksOf } from '@/lib/approvals/danger'
import type { Batch } from '@/lib/db'
import type { Verbs } from '@/lib/wallet/contract'
import { labelOf, Risks } from '../approvals/Risks'
import { useArmed } from '../approvals/useArmed'
import { problemOf, useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { native } from '../text/native'
import { Button } from '../ui/Button'
import dialog from '../ui/Dialog.module.css'
import { Notice } from '../ui/Notice'
import { Skeleton } from '../ui/Skeleton'
import { ChangedBump } from './ChangedBump'

type Offer = Exclude<Verbs['priceReplacement']['gives'], string>

/** Ceiling of the gas fee, exact, as it is and once replaced; places for both until it is known. */
export type Costs = readonly [before: ReactNode, ceiling: ReactNode]

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
  /** Acts for exactly this price and gives back what went wrong, if anything did; undefined if it is unknown. */
  act: (price: Pick<Offer, 'fees' | 'ceiling' | 'seen'> | undefined) => Promise<string | undefined>
  /** The batch whose calls are signed again, to name what they would do worse. */
  batch?: Batch
  close: () => void
}

/**
 * Asks before what waits is replaced, or a gap below it filled: names the exact ceiling of its gas and what would
 * turn out worse than was approved, takes a second step where that is doubtful, and agrees to no more. Where the price is unknown, a cancellation still stops what is not signed.
 */
export const Replacement = (props: ReplacementProps) => {
  const { batchKey, chainId, by, kind, title, yes, tooLate, text, act, batch, close } = props
  const [offer, setOffer] = useState<Offer>()
  const [problem, setProblem] = useState<string>()
  const [isSecond, setSecond] = useState(false)
  const [isOpen, setOpen] = useState(true)
  const { run, isPending, error } = useAction(act)

  useEffect(() => {
    let isOver = false
    const find = async () => {
      const found = await wallet('priceReplacement', { key: batchKey, by })
      if (found === 'too late') return tooLate
      if (found === 'no room') return t('speedUp_noRoom')
      if (!isOver) setOffer(found)
      return undefined
    }
    void problemOf(find).then((found) => !isOver && setProblem(found))
    return () => {
      isOver = true
    }
  }, [batchKey, by, tooLate])

  const risks = risksOf(offer?.doubts ?? [])
  const [gravest] = risks
  const isReady = offer !== undefined || (problem !== undefined && by === 'cancel')
  const { isArmed, button } = useArmed(
    isOpen && isReady ? `${offer?.ceiling} ${isSecond}` : undefined,
  )

  const decide = () => {
    if (gravest && !isSecond) return setSecond(true)
    setOpen(false)
    return run(offer && priceIn(offer))
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
      <AlertDialog.Root
        open={isOpen}
        onOpenChange={setOpen}
        onOpenChangeComplete={(open) => {
          // The problem of an action stays on the screen.
          if (!open && !isPending && !error) close()
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
            {isSecond && <Risks risks={risks} word="" isAlert />}
            <div className={dialog.buttons}>
              <AlertDialog.Close render={<Button />}>{t('keepIt')}</AlertDialog.Close>
              <Button
                kind={kind ?? 'primary'}
                ref={button}
                disabled={isPending || !isArmed}
                onClick={decide}
              >
                {gravest && isSecond ? labelOf(gravest) : yes}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  )
}

const places: Costs = [<Skeleton width={12} />, <Skeleton width={12} />]

const priceIn = ({ fees, ceiling, seen }: Offer) => ({ fees, ceiling, ...(seen ? { seen } : {}) })

const costsOf = ({ before, ceiling }: Offer, chainId: number): Costs => [
  native(BigInt(before), chainId),
  native(BigInt(ceiling), chainId),
]
