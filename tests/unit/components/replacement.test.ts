import {
  cloneElement,
  createElement,
  useEffect,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Replacement, type ReplacementProps } from '@/components/batches/Replacement'
import type { Button } from '@/components/ui/Button'
import buttons from '@/components/ui/Button.module.css'
import { journal, type DeviceSigning } from '@/lib/db'
import { alice } from '../accounts'
import { emptyDatabase } from '../database'
import { openDom } from './dom'

type ButtonProps = ComponentProps<typeof Button>

/** Fakes: the background's price, and the arming of a button, which has tests of its own. */
const fakes = vi.hoisted(() => ({
  price: (): Promise<unknown> => Promise.resolve('too late'),
  asked: [] as unknown[],
  armed: [] as (string | undefined)[],
}))

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/components/store/session', () => ({
  wallet: (...asked: unknown[]) => {
    fakes.asked.push(asked)
    return fakes.price()
  },
}))
// The part for a device is loaded when one is asked.
vi.mock('@/components/devices/SignReplacement', () => ({
  SignReplacement: ({ onSigned }: { onSigned: () => void }) =>
    createElement('button', { onClick: onSigned }, 'It signed'),
}))
vi.mock('@/components/approvals/useArmed', () => ({
  useArmed: (content: string | undefined) => {
    fakes.armed.push(content)
    return {
      isArmed: content !== undefined,
      isEarly: false,
      hasFocus: true,
      button: { current: null },
    }
  },
}))
// A field whose word one press types.
vi.mock('@/components/ui/Field', () => ({
  Field: ({ label, onValueChange }: { label: string; onValueChange: (text: string) => void }) =>
    createElement('button', { onClick: () => onValueChange(' base') }, label),
}))
// The dialog's parts without their portal and animations; browser tests have the real ones.
vi.mock('@base-ui/react/alert-dialog', () => {
  type Part = { children?: ReactNode }
  type RootProps = Part & {
    open: boolean
    onOpenChange: (open: boolean) => void
    onOpenChangeComplete: (open: boolean) => void
  }
  const part = ({ children }: Part) => createElement('div', {}, children)
  let newest: RootProps
  const Root = (props: RootProps) => {
    newest = props
    const { open, children } = props
    useEffect(() => {
      if (open) return undefined
      const timer = setTimeout(() => newest.onOpenChangeComplete(false))
      // A dialog of a test that has ended must not end the next test's.
      return () => clearTimeout(timer)
    }, [open])
    return open ? createElement('section', {}, children) : null
  }
  const Close = ({ render }: { render: ReactElement<ButtonProps> }) =>
    cloneElement(render, { onClick: () => newest.onOpenChange(false) }, 'Keep it')
  return {
    AlertDialog: {
      Root,
      Portal: part,
      Backdrop: () => null,
      Popup: part,
      Title: part,
      Description: part,
      Close,
    },
  }
})

let dom: Awaited<ReturnType<typeof openDom>>
const acted: unknown[] = []
beforeEach(async () => {
  dom = await openDom()
  acted.length = 0
  Object.assign(fakes, { asked: [], armed: [] })
})
afterEach(() => dom.close())

const fees = { gasPrice: '0x1' }
const offer = {
  fees,
  ceiling: '0xde0b6b3a7640000',
  before: '0x6f05b59d3b20000',
  balance: '0xde0b6b3a7640000',
  l1Fee: '0x0',
  isUsualKnown: true,
  doubts: [],
}

/**
 * Shows the question; `price` is the background's answer to what it would cost. Returns its own `close`, so that
 * a late one of another test counts nowhere else.
 */
const asked = async (price: () => Promise<unknown>, over: Partial<ReplacementProps> = {}) => {
  fakes.price = price
  const close = vi.fn()
  await dom.show(Replacement, {
    batchKey: 'key',
    chainId: 8453,
    by: 'same',
    title: 'Speed it up?',
    yes: 'Sign it again',
    tooLate: 'It is in a block.',
    text: ([before, ceiling]) => createElement('p', {}, 'from ', before, ' to ', ceiling),
    act: (given) => {
      acted.push(given)
      return Promise.resolve('done')
    },
    close,
    ...over,
  })
  return close
}

/** Lets the timers of animations that were started go first. */
const animated = () => new Promise((resolve) => setTimeout(resolve))

const silent = () => Promise.reject(new Error('4901'))

describe('before something is replaced', () => {
  test('the exact ceilings are named, and the yes carries what was shown', async () => {
    await asked(() => Promise.resolve(offer))
    expect(fakes.asked).toEqual([['priceReplacement', { key: 'key', by: 'same' }]])
    expect(dom.text()).toContain('from 0.5 ETH to 1 ETH')
    await dom.press('Sign it again')
    expect(acted).toEqual([{ fees, ceiling: offer.ceiling }])
    expect(dom.text()).toBe('')
  })

  test('the estimate of a rollup is told, and lacks where only the gas is covered', async () => {
    const text: ReplacementProps['text'] = ([, , missing]) =>
      createElement('p', {}, 'lacks ', missing)
    await asked(() => Promise.resolve({ ...offer, l1Fee: '0x16345785d8a0000' }), { text })
    expect(dom.text()).toContain('lacks 0.1 ETH')
    expect(dom.text()).toContain('Data on Ethereum adds about 0.1 ETH, or more')
    await dom.press('Sign it again')
    expect(acted).toEqual([{ fees, ceiling: offer.ceiling }])
  })

  test('it is told that recent fees are unknown, and only then', async () => {
    await asked(() => Promise.resolve(offer))
    expect(dom.text()).not.toContain('What recent blocks paid is unknown.')
    await dom.close()
    dom = await openDom()
    await asked(() => Promise.resolve({ ...offer, isUsualKnown: false }))
    expect(dom.text()).toContain('What recent blocks paid is unknown.')
  })

  test('a price that is not known yet takes no yes', async () => {
    await asked(() => new Promise(() => undefined))
    expect(dom.isOff('Sign it again')).toBe(true)
    expect(fakes.armed).toEqual([undefined])
  })

  test('a doubtful fee takes a second step that names the doubt, armed anew', async () => {
    await asked(() => Promise.resolve({ ...offer, doubts: ['fee above amount'] }))
    const [before] = fakes.armed.slice(-1)
    await dom.press('Sign it again')
    expect(acted).toEqual([])
    expect(fakes.armed.at(-1)).not.toBe(before)
    expect(dom.text()).toContain('The fee may be higher than the amount you send.')
    await dom.press('Approve this fee')
    expect(acted).toEqual([{ fees, ceiling: offer.ceiling }])
  })

  test('a doubt takes the way forward from the button that agrees', async () => {
    await asked(() => Promise.resolve(offer))
    expect(dom.classOf('Sign it again')).toContain(buttons.primary)
    expect(dom.classOf('Keep it')).not.toContain(buttons.primary)
    await dom.close()
    dom = await openDom()
    await asked(() => Promise.resolve({ ...offer, doubts: ['worse outcome'] }))
    expect(dom.classOf('Sign it again')).toContain(buttons.danger)
    expect(dom.classOf('Keep it')).toContain(buttons.primary)
    await dom.press('Sign it again')
    expect(dom.classOf('Approve the worse result')).toContain(buttons.danger)
  })

  test('the gravest doubt takes a word to type', async () => {
    await asked(() => Promise.resolve({ ...offer, doubts: ['foreign sign-in'] }))
    expect(fakes.armed.at(-1)).toBeUndefined()
    expect(dom.isOff('Sign it again')).toBe(true)
    await dom.press('Type Base to approve')
    expect(dom.isOff('Sign it again')).toBe(false)
    await dom.press('Sign it again')
    expect(acted).toEqual([{ fees, ceiling: offer.ceiling }])
  })

  test('what is in a block is said, and cannot be replaced', async () => {
    await asked(() => Promise.resolve('too late'))
    expect(dom.text()).toContain('It is in a block.')
    expect(dom.isOff('Sign it again')).toBe(true)
  })

  test.each(['same', 'fill'] as const)('an unknown price takes no yes: %s', async (by) => {
    await asked(silent, { by })
    expect(dom.text()).toContain('does not answer')
    expect(dom.isOff('Sign it again')).toBe(true)
  })

  test('an unknown price still cancels what is not signed, at no price', async () => {
    await asked(silent, { by: 'cancel', kind: 'danger' })
    expect(dom.text()).toContain('does not answer')
    await dom.press('Sign it again')
    expect(acted).toEqual([undefined])
  })

  test('what is kept or done is over with its question', async () => {
    const close = await asked(() => Promise.resolve(offer))
    await dom.press('Keep it')
    expect(acted).toEqual([])
    await dom.settle(animated)
    expect(close).toHaveBeenCalledOnce()
  })

  test('what went wrong after the yes stays on the page', async () => {
    const close = await asked(() => Promise.resolve(offer), {
      act: () => Promise.resolve({ problem: 'It was mined.' }),
    })
    await dom.press('Sign it again')
    await dom.settle(animated)
    expect(dom.text()).toBe('It was mined.')
    expect(close).not.toHaveBeenCalled()
  })
})

describe('where a device has to sign first', () => {
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await dom.settle(() => new Promise((resolve) => setImmediate(resolve)))
  }

  /** A row of an earlier replacement of the batch, which nobody signed. */
  const earlier: DeviceSigning = {
    id: 'key 5',
    key: 'key',
    from: alice,
    chainId: 8453,
    nonce: 5,
    kind: 'replacement',
    unsigned: '0x02',
    createdAt: 0,
  }
  beforeEach(async () => {
    await emptyDatabase()
    await journal.signings.add(earlier)
  })

  test('it is asked, and once it has signed the very same is done', async () => {
    const answers = ['on device', 'done'] as const
    const given: unknown[] = []
    await asked(() => Promise.resolve(offer), {
      act: (price) => Promise.resolve(answers[given.push(price) - 1] ?? 'done'),
    })
    await dom.press('Sign it again')
    await until(() => dom.text().includes('It signed'))
    await dom.press('It signed')
    await until(() => dom.text() === '')
    const price = { fees, ceiling: offer.ceiling }
    expect(given).toEqual([price, price])
  })

  test('it is asked for nothing after an act that failed, though an earlier one still waits', async () => {
    await asked(() => Promise.resolve(offer), {
      act: () => Promise.resolve({ problem: 'It has changed.' }),
    })
    await dom.press('Sign it again')
    await until(() => dom.text().includes('It has changed.'))
    for (let turn = 0; turn < 20; turn++) await dom.settle(animated)
    expect(dom.text()).toBe('It has changed.')
  })

  test('it is asked no more once the wallet does not take what it signed', async () => {
    const answers = ['on device', { problem: 'Too late.' }] as const
    let acts = 0
    await asked(() => Promise.resolve(offer), {
      act: () => Promise.resolve(answers[acts++] ?? 'done'),
    })
    await dom.press('Sign it again')
    await until(() => dom.text().includes('It signed'))
    await dom.press('It signed')
    await until(() => dom.text() === 'Too late.')
  })
})
