import { CopyButton } from './CopyButton'
import { format } from './json'
import { clearTimeline, clock, lineOf, useTimeline, type Moment } from './timeline'

/** Lists what was sent, answered and told, the newest first. */
export const Timeline = () => {
  const moments = useTimeline()
  return (
    <section className="card timeline" aria-labelledby="timeline-title">
      <header>
        <h2 id="timeline-title">Timeline</h2>
        <div className="copy">
          <CopyButton text={moments.map(lineOf).join('\n')} name="Copy timeline" />
          <button disabled={moments.length === 0} onClick={clearTimeline}>
            Clear
          </button>
        </div>
      </header>
      {moments.length === 0 ? (
        <p className="empty">
          Requests, answers and events of the wallet stand here, to the millisecond.
        </p>
      ) : (
        <ol data-testid="timeline">
          {moments.toReversed().map((moment, index) => (
            <Row key={moments.length - index} moment={moment} />
          ))}
        </ol>
      )}
    </section>
  )
}

const Row = ({ moment }: { moment: Moment }) => {
  const { at, kind, what, took, detail } = moment
  return (
    <li>
      <details>
        <summary>
          <time dateTime={new Date(at).toISOString()}>{clock(at)}</time>
          <span className={`kind ${kind}`}>{kind}</span>
          <span className="what">{what}</span>
          <span className="took">{took !== undefined && `after ${took} ms`}</span>
        </summary>
        <pre tabIndex={0} role="group" aria-label={`${kind} ${what}, JSON`}>
          {format(detail)}
        </pre>
      </details>
    </li>
  )
}
