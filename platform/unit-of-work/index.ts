export { API_VERSION, PLATFORM } from "./append.ts";
export { defineFacts, type Fact, type FactDetails, type PersonalMembers } from "./facts.ts";
export { at, createMoments, defineMoment, type Moment, type Moments, type Reaction } from "./moments.ts";
export type { Authority } from "./ports.ts";
export { type Change, createUnitOfWork, type UnitOfWork } from "./service.ts";
