import { useEffect, useState } from 'react'

/**
 * Returns the text of a search field and its setter.
 * @param text in the address. A link or Back that changes it changes the field, too.
 * @param onSearch is called once the typed text has not changed for some time, and puts it into the address.
 */
export function useSearchText(text: string, onSearch: (text: string) => void, milliseconds: number) {
  const [typed, setTyped] = useState(text)
  const [address, setAddress] = useState(text)
  const [searched, setSearched] = useState(text)
  const wanted = typed.trim()
  if (text !== address) {
    setAddress(text)
    // The user may have typed more since the search began.
    if (text !== searched) {
      setSearched(text)
      setTyped(text)
    }
  }
  const search = () => {
    setSearched(wanted)
    onSearch(wanted)
  }
  useEffect(() => {
    if (wanted === text) return undefined
    const timer = setTimeout(search, milliseconds)
    return () => clearTimeout(timer)
  })
  return { typed, setTyped, search }
}
