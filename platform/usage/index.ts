export type { Span, Usage } from "./ports.ts";
export { sharesIn, usageBySpan, usageIn, usageSince } from "./reading.ts";
export { recordSeats, recordSoFar, recordUsage, recordUsages } from "./recording.ts";
