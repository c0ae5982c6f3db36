import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from './vitest.config.ts'

/** Test files of one run of `npm run mutation`, nearest to the changed file first. */
const tests = (process.env.VOLLEY_MUTATION_TESTS ?? '').split(',')

/** Runs the nearest tests first: they notice most changes, and the rest need not run then. */
class NearestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) =>
      tests.findIndex((test) => moduleId.endsWith(test))
    return Promise.resolve(files.toSorted((one, other) => place(one) - place(other)))
  }
}

/** Unit tests alone, for `npm run mutation`: of the matrices each run takes a minute. */
export default mergeConfig(
  { ...base, test: { ...base.test, projects: undefined, sequence: { sequencer: NearestFirst } } },
  { test: { include: tests } },
)
