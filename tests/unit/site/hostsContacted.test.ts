import { expect, test } from 'vitest'
import { methods as own } from '@/lib/site'
import { nodeMethods } from '@/lib/site/nodeMethods'
import { methods, onMethod } from '../../hosts/expected'

// The walk in the browsers is a command of its own: what it lacks would be seen too late.
test.each([...Object.keys(own), ...nodeMethods])(
  'the walk through all methods knows whom %s contacts',
  (name) => {
    expect(methods).toContain(name)
    expect(['nobody', 'the node']).toContain(onMethod(name))
  },
)
