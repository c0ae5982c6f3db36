/** Networks that sites asked for before they were connected, of the latest ones; they end with the worker. */
const byOrigin = new Map<string, number>()

/** A page can frame any number of origins. */
const most = 100

/** Notes that a site would like to be on a network once it is connected. */
export const wish = (origin: string, chainId: number): void => {
  byOrigin.delete(origin)
  byOrigin.set(origin, chainId)
  if (byOrigin.size > most) byOrigin.delete([...byOrigin.keys()][0] ?? '')
}

/** Params of a request to connect, as its row keeps them: the network that the site asked for; undefined without one. */
export const wishOf = (origin: string): { wants: number } | undefined => {
  const wants = byOrigin.get(origin)
  return wants === undefined ? undefined : { wants }
}
