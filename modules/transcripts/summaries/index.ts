export type { OnSummaryReady } from "./kind.ts";
export { createSummariesModule, type SummariesModule } from "./module.ts";
