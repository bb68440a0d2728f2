export type { Authority } from "./ports.ts";
export { type Change, type Changes, createChanges, PLATFORM } from "./service.ts";
