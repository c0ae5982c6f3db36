import '@/lib/realm/first'
import '@/components/tokens.css'
// Before all components: their own classes come after these and win.
import '@/components/ui/layout.module.css'
// With the page's own, as the screen of typed data waits for it else before its code is asked for.
import '@/components/ui/table.module.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadAhead } from '@/components/approvals/ahead'
import { App } from '@/components/App'
import { Broken } from '@/components/screens/Broken'
import { loadMessages, locale } from '@/components/text/messages'
import { journal } from '@/lib/db'

const asked = location.search.slice(1)
const use = asked === 'approval' || asked === 'panel' ? asked : 'page'
document.documentElement.dataset.use = use

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

const broken = (error: unknown) => createRoot(root).render(<Broken error={error} />)

const page = createRoot(root, { onUncaughtError: broken })
journal.open().catch((error: unknown) => {
  page.unmount()
  broken(error)
})

if (use !== 'page') loadAhead()
if (use === 'panel')
  void import('@/components/panel/followWindow').then(({ followWindow }) => followWindow())
await loadMessages()
document.documentElement.lang = locale()
page.render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <App use={use} />
    </CSPProvider>
  </StrictMode>,
)
