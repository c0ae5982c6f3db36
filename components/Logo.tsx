/** Volley's mark: three strokes in flight. Decoration beside a title, so without one of its own. */
export const Logo = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#2a48d8" />
    <path
      d="m7 15 7-7M8 24 24 8m-7 17 7-7"
      fill="none"
      stroke="#fff"
      strokeWidth="3"
      strokeLinecap="round"
    />
  </svg>
)
