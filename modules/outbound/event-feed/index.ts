export { Event } from "./schemas.ts";
export type { EventTypes } from "./types.ts";
export type { EventView } from "./view.ts";
