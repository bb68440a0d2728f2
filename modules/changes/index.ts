export { type Change, type Changes, createChanges, PLATFORM } from "./service.ts";
