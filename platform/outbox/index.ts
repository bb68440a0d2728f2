export type { EventType, FieldChange, NewEvent } from "./events.ts";
export { insertEvents } from "./repository.ts";
