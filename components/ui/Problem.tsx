import { Notice } from './Notice'

/** An error that is read out when it appears; nothing without a text. */
export const Problem = ({ text }: { text: string | undefined }) =>
  text && (
    <Notice tone="bad" isAlert>
      {text}
    </Notice>
  )
