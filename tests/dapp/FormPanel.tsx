import type { ReactNode } from 'react'

/** A form of one request: what it is for, its fields, and the button that sends it. */
export const FormPanel = ({
  about,
  button,
  problem,
  disabled,
  onSubmit,
  children,
}: {
  about: string
  button: string
  problem: string
  disabled: boolean
  onSubmit: () => void
  children?: ReactNode
}) => (
  <form
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    <p className="note">{about}</p>
    {children}
    <p className="problem" role="alert">
      {problem}
    </p>
    <button className="primary" disabled={disabled}>
      {button}
    </button>
  </form>
)
