export type { Span, Usage } from "./ports.ts";
export { sharesIn, usageBySpan, usageIn, usageSince } from "./queries.ts";
export { recordSeats, recordSoFar, recordUsage, recordUsages } from "./records.ts";
