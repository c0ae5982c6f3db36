import { Field } from './Field'

/** A field that the screen answers to while it is typed. */
export const SearchField = ({
  label,
  sought,
  onChange,
}: {
  label: string
  sought: string
  onChange: (sought: string) => void
}) => (
  <Field
    label={label}
    name="search"
    autoComplete="off"
    error={undefined}
    value={sought}
    onValueChange={onChange}
  />
)
