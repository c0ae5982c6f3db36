import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { typed } from '../screens/Gate'
import { SubScreen } from '../screens/SubScreen'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { Note } from '../ui/Note'
import { useKnownChains } from './knownChain'
import { addNetwork, type Problems } from './newNetwork'
import styles from './NewNetwork.module.css'

/** A network of the user's own, by the URL of its node; the node itself says which chain it is. */
export const NewNetwork = () => {
  const known = useKnownChains()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const refused = useRef<string>(undefined)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || !known) return
    const data = new FormData(event.currentTarget)
    const read = (name: string) => typed(data, name).trim()
    const url = read('url')
    setBusy(true)
    const outcome = await addNetwork(
      { url, name: read('name'), symbol: read('symbol') },
      known,
      refused.current === url,
    ).catch((error: unknown): Problems => ({ url: sentenceOfError(error) }))
    setBusy(false)
    if (typeof outcome === 'number') location.hash = `networks/${outcome}`
    else setProblems(outcome)
    refused.current = typeof outcome !== 'number' && outcome.url ? url : undefined
  }

  return (
    <SubScreen title={t('networks_add')} back="networks">
      <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <Note>{t('newNetwork_note')}</Note>
        <Field label={t('rpcs_url')} name="url" error={problems.url} autoComplete="off" autoFocus />
        <Field label={t('networkName')} name="name" error={problems.name} autoComplete="off" />
        <Field
          label={t('addNetworkCoin')}
          name="symbol"
          error={problems.symbol}
          autoComplete="off"
        />
        <Note>{t('newNetwork_known')}</Note>
        <Button type="submit" kind="primary" disabled={isBusy} aria-busy={isBusy}>
          {t(isBusy ? 'rpcs_asking' : 'networks_add')}
        </Button>
      </form>
    </SubScreen>
  )
}
