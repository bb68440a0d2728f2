/** Name of the search index over the meetings of an organization. */
export const MEETING_SEARCH = "meeting";
