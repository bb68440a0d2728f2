export { defineFacts, type Fact, type FactDetails, type PersonalMembers } from "./facts.ts";
export type { Authority } from "./ports.ts";
export { API_VERSION, type Change, createUnitOfWork, PLATFORM, type UnitOfWork } from "./service.ts";
