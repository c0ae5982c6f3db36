import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { preloadLater } from '../components/approvals/preload'
import { applyTheme, followTheme } from '../components/ui/theme'

/**
 * Applies the theme in a classic script in the page's head: it runs before the first paint, a module would
 * not. Where the page shows requests, what these load later is on its way from here on.
 */
export default defineUnlistedScript(() => {
  applyTheme()
  followTheme()
  if (location.search !== '') preloadLater()
})
