import '@/components/tokens.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '@/components/App'
import { Broken } from '@/components/screens/Broken'

const isApproval = new URLSearchParams(location.search).has('approval')
document.documentElement.dataset.use = isApproval ? 'approval' : 'page'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

createRoot(root, { onUncaughtError: () => createRoot(root).render(<Broken />) }).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <App isApproval={isApproval} />
    </CSPProvider>
  </StrictMode>,
)
