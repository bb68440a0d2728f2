export { createLegalHoldsModule } from "./module.ts";
export { holdReleased } from "./moments.ts";
