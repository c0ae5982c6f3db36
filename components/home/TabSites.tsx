import { wallet } from '../store/session'
import { useAccounts, useSites } from '../hooks/queries'
import { useAction } from '../hooks/useAction'
import { t } from '../text/messages'
import { networkName } from '../text/network'
import { hostOf } from '../text/origin'
import { Button } from '../ui/Button'
import { Host } from '../ui/Host'
import { Problem } from '../ui/Problem'
import { Section } from '../ui/Section'
import { SiteTile } from '../ui/SiteTile'
import list from '../ui/List.module.css'
import styles from './TabSites.module.css'
import { useTabSites } from './useTabSites'

/** Lists the connected sites of the current tab, with account, network and the way to disconnect. */
export const TabSites = () => {
  const inTab = useTabSites()
  const permissions = useSites()
  const accounts = useAccounts()
  const { run, isPending, error } = useAction(async (origin: string) => {
    await wallet('disconnect', { origin })
    return undefined
  })
  const sites = inTab.flatMap(({ origin, isFrame }) => {
    const permission = permissions?.find((one) => one.origin === origin)
    return permission ? [{ ...permission, isFrame }] : []
  })
  if (sites.length === 0) return null
  const nameOf = (address: string | undefined) =>
    accounts?.find((one) => one.address === address)?.name ?? ''
  return (
    <Section title={t('tab_title')}>
      <ul className={list.list}>
        {sites.map(({ origin, isFrame, accounts: [active], chainId }) => (
          <li key={origin} className={`${list.item} ${styles.line}`}>
            <a className={styles.site} href={`#site/${origin}`}>
              <SiteTile origin={origin} />
              <span className={styles.what}>
                <Host origin={origin} />
                <span className={list.muted}>
                  {t('sites_has', nameOf(active), networkName(chainId))}
                </span>
                {isFrame && <span className={list.muted}>{t('tab_frame')}</span>}
              </span>
            </a>
            <Button
              isSmall
              disabled={isPending}
              aria-label={t('tab_disconnect', hostOf(origin))}
              onClick={() => run(origin)}
            >
              {t('site_disconnect')}
            </Button>
          </li>
        ))}
      </ul>
      <Problem text={error} />
    </Section>
  )
}
