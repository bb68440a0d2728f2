export { API_VERSION, PLATFORM } from "./append.ts";
export { defineFacts, type Fact, type FactDetails, type PersonalMembers } from "./facts.ts";
export type { Authority } from "./ports.ts";
export { type Change, createUnitOfWork, type UnitOfWork } from "./service.ts";
