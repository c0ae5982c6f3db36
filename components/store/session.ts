import { create } from 'zustand'
import { connectWallet } from '@/lib/wallet/client'
import type { SessionState } from '@/lib/wallet/services'

type SessionStore = {
  /** Undefined until the background has answered. */
  session: SessionState | undefined
  /** A new phrase is being shown, although there is a vault already. */
  isWelcoming: boolean
}

/** The wallet's state as the background last told it. */
export const useSession = create<SessionStore>(() => ({ session: undefined, isWelcoming: false }))

/** Asks the background, watches the quotes of a request, and says which window this page is the panel of. */
export const {
  ask: wallet,
  watchQuote,
  sitBeside,
} = connectWallet((session) => useSession.setState({ session }))

/** Keeps the welcome on the screen, or ends it. */
export const setWelcoming = (isWelcoming: boolean): void => useSession.setState({ isWelcoming })
