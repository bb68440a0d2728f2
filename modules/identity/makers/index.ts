export { orphaned } from "./errors.ts";
export { adoptedBy, orphanFew } from "./few.ts";
export { createOrphaning } from "./orphaning.ts";
export { type MakerFilter, withMaker } from "./repository.ts";
export { MadeBy, MakerState, makerFilter } from "./schemas.ts";
