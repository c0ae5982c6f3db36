import { useId, type ReactNode } from 'react'

/** Titled box of JSON or code with an empty state; `testId` marks that text only. */
export const Pane = ({
  title,
  testId,
  json,
  empty,
  badge,
  kind = 'JSON',
  children,
}: {
  title: string
  testId: string
  json: string | null
  empty: string
  badge?: ReactNode
  kind?: string
  children?: ReactNode
}) => {
  const heading = useId()
  return (
    <section className="card pane" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        <div aria-live="polite">{badge}</div>
      </header>
      {children}
      {json === null ? (
        <p className="empty">{empty}</p>
      ) : (
        <pre data-testid={testId} tabIndex={0} role="group" aria-label={`${title}, ${kind}`}>
          {json}
        </pre>
      )}
    </section>
  )
}
