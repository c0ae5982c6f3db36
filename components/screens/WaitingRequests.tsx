import { browser } from 'wxt/browser'
import { useApprovals } from '../hooks/queries'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'
import styles from '../shell/Banner.module.css'
import { plural, t } from '../text/messages'

/** Turns to a tab, in whatever window it is. */
const goTo = async (tab: number) => {
  const turned = await browser.tabs.update(tab, { active: true })
  if (turned) await browser.windows.update(turned.windowId, { focused: true })
}

/** Leads to the approval window while requests wait in it, else to the tab whose panel shows one. */
export const WaitingRequests = () => {
  const rows = useApprovals(undefined)?.pending ?? []
  const inWindow = rows.filter(({ isBeside }) => !isBeside).length
  const [beside] = rows
  const { run, error } = useAction(async () => {
    await wallet('showApprovals', null)
    if (inWindow === 0 && beside?.tab !== undefined) await goTo(beside.tab)
    return undefined
  })
  if (!beside) return null
  return (
    <div className={`${layout.spread} ${layout.wide} ${styles.waiting}`} role="status">
      <span>
        {inWindow > 0
          ? plural('waiting_requests', inWindow)
          : plural('waiting_beside', rows.length)}
      </span>
      <Button isSmall kind="primary" onClick={run}>
        {t(inWindow > 0 ? 'waiting_show' : 'waiting_goToTab')}
      </Button>
      <Problem text={error} />
    </div>
  )
}
