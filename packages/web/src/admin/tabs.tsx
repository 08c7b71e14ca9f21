import { Link } from '@tanstack/react-router'
import './tabs.css'

interface TabsProps {
  label: string
  /** The part of the address that the screens share: `roles`. */
  path: string
  /** The rest of their addresses, and their names. */
  tabs: readonly { readonly id: string; readonly name: string }[]
  current: string
}

/** Links between screens about the same records. */
export const Tabs = ({ label, path, tabs, current }: TabsProps) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map(({ id, name }) => (
      <Link
        key={id}
        className="tab"
        to="/admin/$"
        params={{ _splat: id ? `${path}/${id}` : path }}
        activeOptions={{ exact: true, includeSearch: false }}
        aria-current={id === current ? 'page' : undefined}
      >
        {name}
      </Link>
    ))}
  </nav>
)
