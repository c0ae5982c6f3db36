import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Panels of which one is shown; the others keep what was typed into them. */
export const Tabs = ({
  label,
  panels,
}: {
  label: string
  panels: { name: string; panel: ReactNode }[]
}) => {
  const id = useId()
  const [shown, setShown] = useState(0)
  const list = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (shown + step + panels.length) % panels.length
    setShown(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <section className="card tabs" aria-label={label}>
      <div ref={list} role="tablist" aria-label={label} onKeyDown={move}>
        {panels.map(({ name }, index) => (
          <button
            key={name}
            id={`${id}-tab-${index}`}
            role="tab"
            aria-selected={index === shown}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => setShown(index)}
          >
            {name}
          </button>
        ))}
      </div>
      {panels.map(({ name, panel }, index) => (
        <div
          key={name}
          className="panel"
          id={`${id}-panel-${index}`}
          role="tabpanel"
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== shown}
        >
          {panel}
        </div>
      ))}
    </section>
  )
}
