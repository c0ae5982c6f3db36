import { useState } from 'react'
import type { ProposedAsset } from '@/lib/holdings/proposed'
import type { Here } from '../hooks/useHere'
import { formText } from '../ui/formText'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { titleOf } from '../text/network'
import { Field } from '../ui/Field'
import { ShortForm } from '../ui/ShortForm'
import { proposals } from './proposals'
import type { Told } from './TokenFacts'
import { sentenceOfUnlisted } from './unlisted'

/** A token that was named, and what the chain says of it. */
export type Confirmed = { asset: ProposedAsset; told: Told }

/** Asks for a contract, and for the item's number if it is one, and then the chain. */
export const AskToken = ({
  here: { account, network },
  onConfirmed,
  onCancel,
}: {
  here: Here
  onConfirmed: (confirmed: Confirmed) => void
  onCancel: () => void
}) => {
  const [itemError, setItemError] = useState<string>()

  const { run, isPending, error } = useAction(async (form: FormData) => {
    setItemError(undefined)
    const asked = proposals(formText(form, 'address'), formText(form, 'item'))
    if (asked === 'bad address') return t('addressBad')
    if (asked === 'bad item') {
      setItemError(t('tokens_badItem'))
      return undefined
    }
    let problem: string | undefined
    for (const one of asked) {
      const asset = { ...one, chainId: network.chainId, account: account.address }
      const told = await wallet('checkAsset', asset)
      if (told.found === 'ok') {
        onConfirmed({ asset, told })
        return undefined
      }
      problem = sentenceOfUnlisted(told.found, asset)
      if (told.found !== 'other standard') break
    }
    return problem
  })

  return (
    <ShortForm
      submit={t('tokens_look')}
      busy={t('watchAssetAsking')}
      isPending={isPending}
      onSubmit={run}
      onCancel={onCancel}
    >
      <Field
        label={t('tokens_contract', titleOf(network))}
        name="address"
        autoComplete="off"
        autoFocus
        error={error}
      />
      <Field label={t('tokens_itemNumber')} name="item" autoComplete="off" error={itemError} />
    </ShortForm>
  )
}
