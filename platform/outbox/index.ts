export type { FieldChange, NewEvent } from "./events.ts";
export { insertEvents } from "./repository.ts";
