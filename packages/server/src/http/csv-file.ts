import { formatCsvTable } from '../writing/csv-table.ts'
import type { RouteResponse } from './route.ts'

/** Returns rows as a CSV file to download. @param name the name of the file, without its extension. */
export const csvFile = (name: string, rows: readonly object[]): RouteResponse => ({
  body: formatCsvTable(rows),
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  },
})
