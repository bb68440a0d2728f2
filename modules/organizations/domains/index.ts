export { assertAddressAllowed } from "./admission.ts";
export { createDomainsModule, type DomainsModule } from "./module.ts";
export type { TxtAnswer, TxtResolver } from "./ports.ts";
