/**
 * The time that is confirmed, because it was seen twice, an hour of running time apart (decision 048): cleanups, and
 * jobs that destroy data (`settled` queues), use only this one.
 */
export { settledTimeContribution } from "./contribution.ts";
export { createSettledTime, type SettledTime } from "./service.ts";
