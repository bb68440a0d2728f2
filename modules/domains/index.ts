export { readDomains } from "./parse.ts";
export { AllowedDomains, AllowedDomainsRequest } from "./schemas.ts";
