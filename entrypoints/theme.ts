import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { applyTheme, followTheme } from '../components/ui/theme'

/**
 * Applies the theme in a classic script in the page's head: it runs before the first paint, a module would
 * not.
 */
export default defineUnlistedScript(() => {
  applyTheme()
  followTheme()
})
