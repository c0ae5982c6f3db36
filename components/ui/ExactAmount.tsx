import type { ReactNode } from 'react'

/** The most characters of an amount with its symbol that stand in one line of the largest type, 360 px wide. */
const most = 18

/**
 * An exact amount, from the left in every language. A long one says so: where amounts are large it is drawn smaller, as a
 * line that broke inside it would begin with what reads as another amount.
 */
export const ExactAmount = ({
  text,
  children = text,
}: {
  /** The amount as it is read, with its symbol if it has one. */
  text: string
  children?: ReactNode
}) => (
  <bdi dir="ltr" data-long={text.length > most || undefined}>
    {children}
  </bdi>
)
