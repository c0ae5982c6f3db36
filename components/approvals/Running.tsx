import type { Mode } from '@/lib/db'
import type { Quote } from '@/lib/simulate/quote'
import { Upgrade } from './Upgrade'
import { loadedLater } from '../hooks/loadedLater'

/** Few accounts have code of another wallet through which no batch runs. */
const Replacement = loadedLater(
  async () => (await import('./DelegateReplacement')).DelegateReplacement,
)

/** The upgrade of the account that running several calls as one may take. */
export const Running = ({
  quote,
  chosen,
  isRequired,
  onRefuse,
}: {
  quote: Quote | undefined
  /** The mode that the user chose over the best one: in order for an upgrade, atomic for a replacement. */
  chosen: Mode | undefined
  isRequired: boolean
  onRefuse: () => void
}) => {
  // While the other way of running is quoted for the first time, what was chosen says what there was to choose.
  const kind = quote?.account.kind ?? (chosen === 'atomic' ? 'foreign' : 'plain')
  const mayBeOne = isRequired || (quote?.modes.includes('atomic') ?? chosen === 'atomic')
  if (kind === 'foreign' && mayBeOne)
    return (
      <Replacement
        quote={quote}
        isChosen={isRequired || chosen === 'atomic'}
        isRequired={isRequired}
        onRefuse={onRefuse}
      />
    )
  return (
    kind === 'plain' &&
    (quote?.upgrade === true || chosen === 'sequence') && (
      <Upgrade
        isRefused={chosen === 'sequence'}
        isRequired={isRequired}
        onRefuse={onRefuse}
        installs={quote?.account.installs}
      />
    )
  )
}
