/** The strokes of Volley's mark, from the first to the last, in a square of 32. */
export const strokes = ['m7 15 7-7', 'M8 24 24 8', 'M17 25l7-7'] as const

/** Volley's mark: three strokes in flight. Decoration beside a title, so without one of its own. */
export const Logo = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#3046e8" />
    <path d={strokes.join('')} fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
  </svg>
)
