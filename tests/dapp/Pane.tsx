import { useId, type ReactNode } from 'react'

/** Titled box of JSON with an empty state; `testId` marks the JSON only. */
export const Pane = ({
  title,
  testId,
  json,
  empty,
  badge,
  children,
}: {
  title: string
  testId: string
  json: string | null
  empty: string
  badge?: ReactNode
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
        <pre data-testid={testId} tabIndex={0} role="group" aria-label={`${title}, JSON`}>
          {json}
        </pre>
      )}
    </section>
  )
}
