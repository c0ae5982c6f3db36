import { useState } from 'react'
import { Button } from '../ui/Button'
import type { ReplacementProps } from './Replacement'
import { loadedLater } from '../hooks/loadedLater'

const Replacement = loadedLater(async () => (await import('./Replacement')).Replacement)

/** A button that prices a replacement, or the filling of a gap, and asks before it acts. */
export const ReplaceButton = ({
  label,
  ...props
}: Omit<ReplacementProps, 'close'> & { label: string }) => {
  const [round, setRound] = useState(0)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        kind={props.kind}
        onClick={() => {
          setRound(round + 1)
          setAsking(true)
        }}
      >
        {label}
      </Button>
      {isAsking && <Replacement key={round} {...props} close={() => setAsking(false)} />}
    </>
  )
}
