/** The name of the lane of an endpoint, as part of its organization: deliveries of one lane never hold up another's. */
export function laneOf(organizationId: string, endpoint: string): string {
  return `${organizationId}/${endpoint}`
}

/** The organization that a lane belongs to. */
export function organizationOf(lane: string): string {
  return lane.slice(0, lane.indexOf('/'))
}
