export { settledTimeContribution } from "./contribution.ts";
export { createSettledTime, type SettledTime } from "./service.ts";
