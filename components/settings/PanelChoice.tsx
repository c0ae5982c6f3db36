import { useEffect, useState } from 'react'
import { useAction } from '../hooks/useAction'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/Checkbox'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'
import { canOpenSidebar, chosenPanel, choosePanel, hasPanels, openSidebar } from './panel'

/** Lets the user have the wallet beside the page, in place of windows over it. */
export const PanelChoice = () => {
  const [isChosen, setChosen] = useState(false)

  useEffect(() => {
    void chosenPanel().then(setChosen)
  }, [])

  const turn = useAction(async (isOn: boolean) => {
    await choosePanel(isOn)
    setChosen(await chosenPanel())
    return undefined
  })
  const open = useAction(async () => {
    await openSidebar()
    return undefined
  })

  if (!hasPanels() && !canOpenSidebar()) return null
  return (
    <div className={`${layout.stack} ${layout.start}`}>
      {hasPanels() ? (
        <Checkbox isChecked={isChosen} onChange={turn.run}>
          {t('panel_choice')}
        </Checkbox>
      ) : (
        <Button onClick={open.run}>{t('panel_sidebar')}</Button>
      )}
      <Problem text={turn.error ?? open.error} />
      <p className={`${layout.muted} ${layout.small}`}>{t('panel_note')}</p>
    </div>
  )
}
