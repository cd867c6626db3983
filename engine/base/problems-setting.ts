/**
 * How to treat documents that have lost something: `refuse` makes none that has a problem of severity `error`, `report`
 * makes it and tells of its problems, `ignore` makes it and says nothing.
 */
export type ProblemsSetting = 'ignore' | 'report' | 'refuse'

export const PROBLEMS_SETTINGS: readonly ProblemsSetting[] = ['ignore', 'report', 'refuse']
