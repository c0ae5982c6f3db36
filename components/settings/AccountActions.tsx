import { useState } from 'react'
import type { Account } from '@/lib/db'
import { useSites } from '../hooks/queries'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { hostOf } from '../text/origin'
import { Button } from '../ui/Button'
import { ButtonLink } from '../ui/ButtonLink'
import { Notice } from '../ui/Notice'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'
import { removalError } from './removalErrors'

/** Buttons to name an account, hide it, show its key, or remove it. */
export const AccountActions = ({
  account: { address, name, source },
  isLast,
  onRename,
}: {
  account: Account
  /** The only one that is shown: it stays. */
  isLast: boolean
  onRename: () => void
}) => {
  const [asked, setAsked] = useState<'hide' | 'remove'>()
  /** Its key is not in the vault: there is none to be shown, or to be lost. */
  const isKeyless = source === 'watch' || source === 'ledger' || source === 'qr'
  const holding = (useSites() ?? []).filter(({ accounts }) => accounts.includes(address))
  const hide = async () => {
    const answer = await wallet('hideAccount', { address, isHidden: true })
    return answer === 'done' ? undefined : removalError(answer)
  }
  const hiding = useAction(hide)

  if (asked)
    return (
      <Sure
        text={
          asked === 'hide'
            ? t('accountHideSites', holding.map(({ origin }) => hostOf(origin)).join(', '))
            : t(source === 'watch' ? 'accountRemoveWatched' : 'accountRemoveDevice')
        }
        yes={t(asked === 'hide' ? 'accountHideName' : 'accountRemoveName', name)}
        onYes={async () => {
          if (asked === 'hide') return hide()
          const answer = await wallet('removeAccount', { address, password: null })
          return answer === 'done' ? undefined : removalError(answer)
        }}
        onNo={() => setAsked(undefined)}
      />
    )
  return (
    <>
      <div className={`${layout.wrap} ${layout.flush} ${layout.outdent}`}>
        <Button kind="quiet" isSmall aria-label={t('accountRenameName', name)} onClick={onRename}>
          {t('accountRename')}
        </Button>
        {!isLast && (
          <Button
            kind="quiet"
            isSmall
            aria-label={t('accountHideName', name)}
            onClick={() => (holding.length > 0 ? setAsked('hide') : hiding.run())}
          >
            {t('accountHide')}
          </Button>
        )}
        {!isKeyless && (
          <ButtonLink
            kind="quiet"
            isSmall
            href={`#backup/${address}`}
            label={t('accountKeyName', name)}
          >
            {t('accountKey')}
          </ButtonLink>
        )}
        {source === 'key' && (
          <ButtonLink
            kind="quiet"
            isSmall
            href={`#remove/${address}`}
            label={t('accountRemoveName', name)}
          >
            {t('accountRemove')}
          </ButtonLink>
        )}
        {isKeyless && (
          <Button
            kind="quiet"
            isSmall
            aria-label={t('accountRemoveName', name)}
            onClick={() => setAsked('remove')}
          >
            {t('accountRemove')}
          </Button>
        )}
      </div>
      <Problem text={hiding.error} />
    </>
  )
}

/** Says what a deed means, and does it at the second click. */
const Sure = ({
  text,
  yes,
  onYes,
  onNo,
}: {
  text: string
  yes: string
  onYes: () => Promise<string | undefined>
  onNo: () => void
}) => {
  const { run, error } = useAction(onYes)
  return (
    <Notice tone="warn">
      <p>{text}</p>
      {error !== undefined && <p role="alert">{error}</p>}
      <div className={`${layout.wrap} ${layout.below}`}>
        <Button isSmall autoFocus onClick={run}>
          {yes}
        </Button>
        <Button isSmall onClick={onNo}>
          {t('cancel')}
        </Button>
      </div>
    </Notice>
  )
}
