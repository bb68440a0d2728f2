/**
 * A webhook or an audit stream follows the log of events of its organization: a row with a position (decision 063).
 * The commit gives a hint, a poll each second finds what is due, and a sweep each minute what was missed. One instance
 * works for a follower at a time, by a lease; organizations take turns, and slow receivers have slots of their own.
 */
export { createLogHints, type LogHints } from "./hints.ts";
export type { FollowerRun, Followers, FollowerWorker, RunEnd } from "./ports.ts";
export { createFollowers } from "./service.ts";
