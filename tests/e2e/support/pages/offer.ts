type Actions = Record<string, (...args: never[]) => unknown>
type Outcome = { result?: unknown; error?: { name: string; code?: number } }
type Offered = { act: (name: string, ...args: unknown[]) => Promise<Outcome> }

/** Serializes to JSON, bigints as decimal strings. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, one: unknown) =>
    typeof one === 'bigint' ? String(one) : one,
  )

/** Returns an error's name and the wallet's code, which libraries wrap in further errors. */
export const nameOf = (error: unknown): { name: string; code?: number } => {
  let code: number | undefined
  for (let at = error; typeof at === 'object' && at !== null; at = causeOf(at))
    if ('code' in at && typeof at.code === 'number') code ??= at.code
  return { name: (error as Error).name, ...(code === undefined ? {} : { code }) }
}

/** Returns the wrapped error: viem and wagmi keep it in `cause`, ethers in `error` or `info`. */
const causeOf = (error: object): unknown => {
  const { cause, error: inner, info } = error as Record<string, unknown>
  return cause ?? inner ?? (info as { error?: unknown } | undefined)?.error
}

/** Offers actions to the test; results and errors are returned as JSON. */
export const offer = (actions: Actions): void => {
  const act: Offered['act'] = async (name, ...args) => {
    try {
      const result = await actions[name]?.(...(args as never[]))
      return { result: JSON.parse(toJson(result)) as unknown }
    } catch (error) {
      return { error: nameOf(error) }
    }
  }
  Object.assign(window, { act })
}
