export { createSummariesModule } from "./module.ts";
export { summaryReady } from "./moments.ts";
