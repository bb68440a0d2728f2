export { organizationSuspended, type SuspendedOrganization } from "./moments.ts";
export { suspensionOf, suspensionsOf } from "./states.ts";
