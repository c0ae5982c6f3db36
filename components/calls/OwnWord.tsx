import { TriangleAlert } from 'lucide-react'
import { Text } from '../text/Text'
import { visibleName } from '../text/visible'
import { notThat } from '../tokens/notThat'
import styles from '../ui/chip.module.css'
import type { TokenFact } from './tokenFacts'

/** The symbol that a token gives itself, as its own word: beside its address, never in place of it. */
export const OwnWord = ({ token: { symbol, identity } }: { token: TokenFact }) => (
  <>
    {' '}
    <Text id="token_ownWord" values={[<bdi>{visibleName(symbol)}</bdi>]} />
    {identity.is === 'false' && (
      <>
        {' '}
        <span className={`${styles.mark} ${styles.beside} ${styles.bad}`}>
          <TriangleAlert size={12} aria-hidden />
          {notThat(identity)}
        </span>
      </>
    )}
  </>
)
