export { EVENT_TYPES, type EventType, type FieldChange, type NewEvent } from "./events.ts";
export { insertEvents } from "./repository.ts";
