import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { applyTheme, followTheme } from '../components/ui/theme'

/** A classic script in the page's head: it runs before the first paint, which modules do not. */
export default defineUnlistedScript(() => {
  applyTheme()
  followTheme()
})
