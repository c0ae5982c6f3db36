import type { ReactNode } from 'react'
import type { Approval } from '@/lib/db'
import type { SiteFinding, Suspect } from '../sites/check'
import { Host } from '../ui/Host'
import { Notice } from '../ui/Notice'
import chip from '../ui/chip.module.css'
import layout from '../ui/layout.module.css'
import request from './Request.module.css'
import { t } from '../text/messages'
import { hostOf } from '../text/origin'
import { Text } from '../text/Text'
import { dayText } from '../text/time'
import type { SiteWarnings } from './useSiteWarnings'

/** Warns of a site that asks for the first time, is on a list of phishing sites, or imitates another. */
export const RequestOriginWarnings = ({
  warnings: { isFirst, check },
}: {
  warnings: SiteWarnings
}) => (
  <>
    {isFirst && <span className={`${chip.mark} ${layout.ownStart}`}>{t('siteFirst')}</span>}
    {check === 'failed' && <Warning>{t('siteUnchecked')}</Warning>}
    {typeof check !== 'string' &&
      check.sites.map((site) => <SuspectWarnings key={site.origin} site={site} check={check} />)}
  </>
)

/** The dates of the lists stand beside what they say: an old list says less. */
const SuspectWarnings = ({
  site: { origin, isListed, imitates },
  check,
}: {
  site: Suspect
  check: SiteFinding
}) => (
  <>
    {isListed && <Warning>{t('siteListed', hostOf(origin), dayText(check.listed))}</Warning>}
    {imitates !== undefined && (
      <Warning>{t('siteImitates', hostOf(origin), imitates, dayText(check.known))}</Warning>
    )}
  </>
)

const Warning = ({ children }: { children: ReactNode }) => (
  <Notice tone="bad" isAlert>
    {children}
  </Notice>
)

/** Names the site that asks, and the other one around it where it is a frame. */
export const RequestOrigin = ({
  row: { origin, top },
}: {
  row: Pick<Approval, 'origin' | 'top'>
}) => {
  if (top === undefined || top === origin) return <Host origin={origin} />
  return (
    <span className={request.inside}>
      <Text
        id="frameInside"
        values={[
          <Host origin={origin} />,
          top === '' ? <span>{t('anotherSite')}</span> : <Host origin={top} />,
        ]}
      />
    </span>
  )
}
