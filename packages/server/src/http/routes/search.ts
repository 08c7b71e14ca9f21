import type { Route } from '../route.ts'

export const searchRoutes: readonly Route[] = []
