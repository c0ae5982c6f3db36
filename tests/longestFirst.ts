import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long although they are short. Where no earlier run is on record, Vitest goes by size. */
const long = [
  'unit/text/libStrings.test.ts',
  'unit/keyring/change.test.ts',
  'faults/singles.test.ts',
]

const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(name))

/** Begins with the longest files: what begins last leaves the other workers idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
