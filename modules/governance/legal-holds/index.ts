export { createLegalHoldsModule } from "./module.ts";
