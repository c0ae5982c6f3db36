import { Notice } from './Notice'

/** What went wrong, if anything did, read out when it appears. */
export const Problem = ({ text }: { text: string | undefined }) =>
  text && (
    <Notice tone="bad" isAlert>
      {text}
    </Notice>
  )
