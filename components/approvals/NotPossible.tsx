import { useEffect, useRef } from 'react'
import type { Approval } from '@/lib/db'
import { show } from '../store'
import { sentenceOfCode } from '../text/errors'
import { Button } from '../ui/Button'
import { Host } from '../ui/Host'
import { Notice } from '../ui/Notice'
import request from './Request.module.css'
import styles from './NotPossible.module.css'

/** A request that turned out impossible while it was on the screen: why, before the next one comes. */
export const NotPossible = ({ row }: { row: Approval }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className={request.request}>
      <header className={request.head}>
        <h1 ref={heading} tabIndex={-1} className={request.title}>
          Not possible
        </h1>
      </header>
      <main className={styles.body}>
        <Notice tone="bad" isAlert>
          {sentenceOfCode(row.error?.code ?? 0)}
        </Notice>
        <p>
          Nothing was sent, and <Host origin={row.origin} /> was told so.
        </p>
      </main>
      <footer className={request.foot}>
        <Button kind="primary" onClick={() => show(undefined)}>
          Close
        </Button>
      </footer>
    </div>
  )
}
