export { orphaned } from "./errors.ts";
export { adoptedBy, orphanFew } from "./few.ts";
export { createMakersModule } from "./module.ts";
export { type MakerFilter, withMaker } from "./repository.ts";
export { MadeBy, MakerState, makerFilter } from "./schemas.ts";
