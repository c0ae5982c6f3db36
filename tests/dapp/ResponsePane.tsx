import { Badge } from './Badge'
import { format } from './json'
import { Pane } from './Pane'
import type { Exchange } from './useExchange'

/** Shows the wallet's answer, or its error as `{"error": {code, message}}`. */
export const ResponsePane = ({ exchange }: { exchange: Exchange | null }) => {
  const answer = exchange?.answer ?? null
  return (
    <Pane
      title="Response"
      testId="response"
      json={answer && format('error' in answer ? answer : answer.result)}
      empty={exchange ? 'The wallet has the request and is asking its user.' : 'Nothing sent yet.'}
      badge={
        exchange &&
        (answer === null ? (
          <Badge tone="busy">waiting</Badge>
        ) : 'error' in answer ? (
          <Badge tone="bad">error {answer.error.code}</Badge>
        ) : (
          <Badge tone="good">accepted</Badge>
        ))
      }
    />
  )
}
