import { beforeEach } from 'vitest'
import { namespace, plan, reportLife } from './shared.ts'

// Before each test file of a worker that has one change from its start to its end.

namespace.activeMutant = plan.fresh
reportLife()
beforeEach(reportLife)
