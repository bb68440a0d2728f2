export { defineFacts, type Fact, type FactDetails } from "./facts.ts";
export type { Authority } from "./ports.ts";
export { type Change, createUnitOfWork, PLATFORM, type UnitOfWork } from "./service.ts";
