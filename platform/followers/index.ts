export { createLogHints, type LogHints } from "./hints.ts";
export type { Followers, FollowerWorker, Turn, TurnEnd } from "./ports.ts";
export { createFollowers } from "./service.ts";
