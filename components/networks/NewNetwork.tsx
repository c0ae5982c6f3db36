import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useAction } from '../hooks/useAction'
import { formText } from '../ui/formText'
import { SubScreen } from '../shell/SubScreen'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { Note } from '../ui/Note'
import { useKnownChains, type KnownChain } from './knownChain'
import { addNetwork, type NetworkProblems } from './addNetwork'
import layout from '../ui/layout.module.css'

/** A network of the user's own, by the URL of its node; the node itself says which chain it is. */
export const NewNetwork = () => {
  const known = useKnownChains()
  const [problems, setProblems] = useState<NetworkProblems>({})
  const refused = useRef<string>(undefined)
  const form = useRef<HTMLFormElement>(null)

  const { run, isPending, error } = useAction(
    async (data: FormData, chains: readonly KnownChain[] | undefined) => {
      const read = (name: string) => formText(data, name).trim()
      const url = read('url')
      const isAgain = refused.current === url
      refused.current = url
      setProblems({})
      // Pressing again adds it although nobody compared it.
      if (!chains && !isAgain) return t('networkUnchecked')
      const outcome = await addNetwork(
        { url, name: read('name'), symbol: read('symbol') },
        chains ?? [],
        isAgain,
      )
      if (typeof outcome === 'number') location.hash = `networks/${outcome}`
      else {
        setProblems(outcome)
        if (!outcome.url) refused.current = undefined
      }
      return undefined
    },
  )

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems, error])

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending || !known) return
    run(new FormData(event.currentTarget), known === 'failed' ? undefined : known.chains)
  }

  return (
    <SubScreen title={t('networks_add')} back="networks">
      <form
        ref={form}
        className={`${layout.stack} ${layout.wide} ${layout.body}`}
        onSubmit={submit}
        noValidate
      >
        <Note>{t('newNetwork_note')}</Note>
        <Field
          label={t('rpcs_url')}
          name="url"
          error={error ?? problems.url}
          autoComplete="off"
          autoFocus
        />
        <Field label={t('networkName')} name="name" error={problems.name} autoComplete="off" />
        <Field
          label={t('addNetworkCoin')}
          name="symbol"
          error={problems.symbol}
          autoComplete="off"
        />
        <Note>{t('newNetwork_known')}</Note>
        <Button type="submit" kind="primary" disabled={isPending} aria-busy={isPending}>
          {t(isPending ? 'rpcs_asking' : 'networks_add')}
        </Button>
      </form>
    </SubScreen>
  )
}
