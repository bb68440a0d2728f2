export type { Identities, StreamFigures } from "./ports.ts";
export { readLog, readStart } from "./reader.ts";
export { findHead } from "./repository.ts";
export { Event } from "./schemas.ts";
export { EventStream } from "./stream.ts";
export type { EventTypes } from "./types.ts";
export type { EventView } from "./view.ts";
