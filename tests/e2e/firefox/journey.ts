import type { Chains } from '../chains.ts'
import type { Dapp } from '../dapp.ts'
import type { Firefox } from './browser.ts'

/** What a journey has to itself: a new browser, and chains as they were deployed. */
export type Scene = { firefox: Firefox; chains: Chains; dapp: Dapp }

/** A part of a journey that is counted; after one that fails the journey ends. */
export type Step = (name: string, run: () => Promise<unknown>) => Promise<void>

/** What a person does from beginning to end. */
export type Journey = (scene: Scene, step: Step) => Promise<void>
