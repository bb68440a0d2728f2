export type { NewEvent } from "./events.ts";
export { insertEvents } from "./repository.ts";
