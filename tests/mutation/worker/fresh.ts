import { namespace, plan, report } from './shared.ts'

// Before each test file of a worker that has one change from its start to its end.

namespace.activeMutant = plan.fresh
report({ kind: 'process', pid: process.pid })
