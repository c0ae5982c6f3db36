import { columns, whole } from './columns.ts'
import { placesOf, type Fault } from './fault.ts'
import { startChains } from './faultChains.ts'
import { trial } from './faultTrial.ts'
import { needs } from './stumbleFaults.ts'

/**
 * Lists the methods that the wallet asks a node between the yes and the final status, in every way that a batch runs
 * and on nodes that lack what `needs` takes from them.
 */
export const askedMethods = async (): Promise<string[]> => {
  const chains = startChains()
  const asked = new Set<string>()
  const listening = (without: (typeof needs)[string]['without']): Fault => ({
    name: 'nothing',
    isExpected: true,
    fits: () => true,
    strike: (scene, afterwards) => {
      const before = scene.node().requests()
      without?.(scene)
      afterwards(() => {
        for (const [method, count] of Object.entries(scene.node().requests()))
          if (count > (before[method] ?? 0)) asked.add(method)
        return Promise.resolve()
      })
      return Promise.resolve()
    },
    expect: whole,
  })
  const lacking = new Map(
    Object.values(needs).flatMap(({ without, fits }) =>
      without ? [[without, fits] as const] : [],
    ),
  )
  try {
    for (const column of columns)
      await trial(chains, listening(undefined), column, 'before signing')
    for (const [without, fits] of lacking) {
      const [place] = placesOf({ fits })
      if (place) await trial(chains, listening(without), place.column, place.phase)
    }
    return [...asked].toSorted()
  } finally {
    await chains.stop()
  }
}
