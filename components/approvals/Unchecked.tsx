import type { Unchecked as What } from '@/lib/db/outcome'
import { uncheckedText } from '../calls/uncheckedText'
import { Notice } from '../ui/Notice'

/** Lists in plain words the effects that the simulation could not see. */
export const Unchecked = ({ unchecked }: { unchecked: readonly What[] }) =>
  unchecked.length > 0 && (
    <Notice tone="warn">
      {unchecked.map((what) => (
        <p key={what}>{uncheckedText(what)}</p>
      ))}
    </Notice>
  )
