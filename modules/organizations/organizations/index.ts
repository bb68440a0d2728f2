export { DomainName, namesAbove, parseAllowedDomain, parseAllowedDomains } from "./allowed-domains.ts";
export { tag } from "./documentation.ts";
export { exampleSummary } from "./examples.ts";
export type { FollowAllowedDomains } from "./modify.ts";
export { OrganizationSummary, Suspension, UpdatedOrganization } from "./schemas.ts";
export type { OrganizationsService } from "./service.ts";
export { toSummary } from "./view.ts";
