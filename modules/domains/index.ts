export { parseDomains } from "./parse.ts";
export { AllowedDomains, AllowedDomainsRequest } from "./schemas.ts";
