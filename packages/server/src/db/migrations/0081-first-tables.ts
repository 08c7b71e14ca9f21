import type { Migration } from '../schema.ts'
import { articles } from './first-tables/articles.ts'
import { desk } from './first-tables/desk.ts'
import { events } from './first-tables/events.ts'
import { groups } from './first-tables/groups.ts'
import { people } from './first-tables/people.ts'
import { rules } from './first-tables/rules.ts'
import { searching } from './first-tables/searching.ts'
import { tickets } from './first-tables/tickets.ts'
import { tools } from './first-tables/tools.ts'
import { work } from './first-tables/work.ts'

/** The tables of the first release, their indexes and their full-text tables. */
export default {
  id: 81,
  name: 'first tables',
  steps: [...people, ...groups, ...tickets, ...articles, ...tools, ...work, ...rules, ...events, ...desk, ...searching],
} satisfies Migration
