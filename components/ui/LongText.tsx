import { useState } from 'react'
import { count } from '../text/amount'
import { visible } from '../text/visible'
import { Button } from './Button'
import layout from './layout.module.css'
import { t } from '../text/messages'

/** A text that a site wrote: as it is, nothing in it hidden, and no more than `most` characters unasked. */
export const LongText = ({
  text,
  most,
  isCode = false,
}: {
  text: string
  most: number
  isCode?: boolean
}) => {
  const [isWhole, setWhole] = useState(false)
  const isCut = text.length > most && !isWhole
  return (
    <>
      <div className={`${layout.verbatim} ${isCode ? layout.code : ''}`}>
        <bdi>{visible(isCut ? text.slice(0, most) : text)}</bdi>
        {isCut && '…'}
      </div>
      {isCut && (
        <Button isSmall onClick={() => setWhole(true)}>
          {t('showAllCharacters', count(text.length))}
        </Button>
      )}
    </>
  )
}
