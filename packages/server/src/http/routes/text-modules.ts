import { invalid } from '../../kernel/fault.ts'
import { example, importTextModules } from '../../resources/macro/import.ts'
import { flag, textOf } from '../query.ts'
import type { Route, WriteRoute } from '../route.ts'

const can = ['admin.text_module'] as const
const tag = 'text_modules'

export const textModuleRoutes: readonly (Route | WriteRoute)[] = [
  {
    method: 'GET',
    path: '/text_modules/import_example',
    tag,
    doc: 'A table that an import takes.',
    can,
    answer: 'text/csv',
    run: () => ({
      body: example,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="text_modules.csv"',
      },
    }),
  },
  {
    method: 'POST',
    path: '/text_modules/import',
    tag,
    doc: 'Creates and changes text modules from a table (CSV): all rows or none.',
    can,
    body: {
      type: 'object',
      properties: {
        data: { type: 'string', description: 'The table; its first row has the names of the columns.' },
        col_sep: { type: 'string', default: ',', description: 'What stands between two cells: `,` `;` or a tab.' },
        try: { type: 'boolean', default: false, description: 'Only says what would be done.' },
        delete: { type: 'boolean', default: false, description: 'First removes all text modules that are there.' },
      },
      required: ['data'],
    },
    answer: {
      title: 'Imported',
      type: 'object',
      properties: {
        result: { type: 'string', enum: ['success', 'failed'] },
        try: { type: 'boolean' },
        stats: { type: 'object' },
        errors: { type: 'array', items: { type: 'string' } },
      },
      required: ['result', 'errors'],
    },
    write: (_, { query }) => {
      const data = textOf(query, 'data')
      if (data === undefined || data === '') throw invalid('data', 'No source data submitted!')
      if (data.includes('\0')) throw invalid('data', 'data: a NUL character is not allowed.')
      const separator = textOf(query, 'col_sep') || ','
      if (![',', ';', '\t', '|'].includes(separator)) throw invalid('col_sep', 'col_sep: one of , ; | or a tab.')
      const options = { separator, try: flag(query, 'try'), clear: flag(query, 'delete') }
      return async (ctx) => ({ body: JSON.stringify(await importTextModules(ctx, data, options)) })
    },
  },
]
