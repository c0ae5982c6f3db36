import { useState } from 'react'
import type { ProposedAsset } from '@/lib/holdings/proposed'
import type { Here } from '../home/here'
import { typed } from '../screens/Gate'
import { wallet } from '../store'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
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
  const [errors, setErrors] = useState<{ address?: string; item?: string }>({})

  const ask = async (form: FormData) => {
    const asked = proposals(typed(form, 'address'), typed(form, 'item'))
    if (asked === 'bad address') return { address: t('addressBad') }
    if (asked === 'bad item') return { item: t('tokens_badItem') }
    let problem: string | undefined
    for (const one of asked) {
      const asset = { ...one, chainId: network.chainId, account: account.address }
      const told = await wallet('checkAsset', asset)
      if (told.found === 'ok') {
        onConfirmed({ asset, told })
        return {}
      }
      problem = sentenceOfUnlisted(told.found, asset)
      if (told.found !== 'other standard') break
    }
    return problem === undefined ? {} : { address: problem }
  }

  return (
    <ShortForm
      submit={t('tokens_look')}
      busy={t('watchAssetAsking')}
      onSubmit={async (form) =>
        setErrors(await ask(form).catch((error: unknown) => ({ address: sentenceOfError(error) })))
      }
      onCancel={onCancel}
    >
      <Field
        label={t('tokens_contract', network.name)}
        name="address"
        autoComplete="off"
        autoFocus
        error={errors.address}
      />
      <Field label={t('tokens_itemNumber')} name="item" autoComplete="off" error={errors.item} />
    </ShortForm>
  )
}
