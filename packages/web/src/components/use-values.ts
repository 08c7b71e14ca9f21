import { useState } from 'react'

/** The texts of a form, the properties of the field of each, and a function that restores the first texts. */
export function useValues<Values extends Record<string, string>>(initial: Values) {
  const [values, setValues] = useState(initial)
  const field = (name: keyof Values & string) => ({
    name,
    value: values[name] as string,
    onChange: ({ target }: { target: HTMLInputElement }) => setValues({ ...values, [name]: target.value }),
  })
  return { values, field, reset: () => setValues(initial) }
}
