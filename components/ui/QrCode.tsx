import { encode } from 'uqr'

/** A QR code, dark on light in every theme: some cameras read no other. */
export const QrCode = ({
  text,
  label,
  className,
}: {
  text: string
  label: string
  className: string | undefined
}) => {
  const { data, size } = encode(text, { border: 3, ecc: 'L' })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
