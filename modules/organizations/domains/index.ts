export { assertAddressAllowed } from "./admission.ts";
export { admits } from "./enrollment.ts";
export type { DomainsModule } from "./module.ts";
export type { TxtAnswer, TxtResolver } from "./ports.ts";
