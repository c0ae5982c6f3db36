import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAction } from '../hooks/useAction'
import { copyText } from './copyText'
import { IconButton } from './IconButton'
import layout from './layout.module.css'
import { t } from '../text/messages'

/** Copies a text; `what` completes its name. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const [isCopied, setCopied] = useState(false)
  const { run, error } = useAction(async () => {
    const problem = await copyText(text)
    setCopied(problem === undefined)
    return problem
  })

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [isCopied])

  return (
    <>
      <IconButton icon={isCopied ? Check : Copy} label={t('copyWhat', what)} onClick={run} />
      <span aria-live="polite" className={layout.heard}>
        {isCopied && t('copied')}
      </span>
      {error && (
        <span role="alert" className={`${layout.small} ${layout.bad}`}>
          {error}
        </span>
      )}
    </>
  )
}
