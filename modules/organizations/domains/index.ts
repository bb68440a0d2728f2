export { assertAddressAllowed } from "./admission.ts";
export { admits } from "./enrollment.ts";
export { createDomainsModule, type DomainsModule } from "./module.ts";
export type { TxtAnswer, TxtResolver } from "./ports.ts";
