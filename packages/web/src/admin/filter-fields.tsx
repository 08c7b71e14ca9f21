import type { ReactNode } from 'react'
import './filter-fields.css'

/** Fields next to each other that choose what a screen shows. */
export const FilterFields = ({ children }: { children: ReactNode }) => <div className="filter-fields">{children}</div>
