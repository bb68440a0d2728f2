export type { Span, Usage } from "./ports.ts";
export { sharesIn, usageIn, usageSince } from "./reading.ts";
export { eraseTenant, recordSeats, recordUsage, recordUsages } from "./recording.ts";
