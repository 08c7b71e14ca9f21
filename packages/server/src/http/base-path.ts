/** The path that all routes begin with. It contains the version of the API. */
export const basePath = '/api/v1'
