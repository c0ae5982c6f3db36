import { useLiveQuery } from 'dexie-react-hooks'
import { setting, type Settings } from '@/lib/db/settings'

/** A setting, live; undefined while it is read or where there is none. */
export const useSetting = <Name extends keyof Settings>(name: Name): Settings[Name] | undefined =>
  useLiveQuery(() => setting(name), [name])
