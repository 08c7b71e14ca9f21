/** The columns that record who created and last changed a row, and when. */
export const stamps = {
  updated_by_id: 'ref users',
  created_by_id: 'ref users',
  created_at: 'time',
  updated_at: 'time',
} as const
