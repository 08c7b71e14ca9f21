/** The path that all routes begin with. The version of the interface is part of it. */
export const basePath = '/api/v1'
