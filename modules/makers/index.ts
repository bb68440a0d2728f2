export { orphaned } from "./errors.ts";
export { adoptedBy, orphanFew } from "./few.ts";
export { createOrphaning } from "./orphaning.ts";
export { MadeBy, MakerState } from "./schemas.ts";
export { MAKER_STATES } from "./values.ts";
