/** Most integrations of an organization. */
export const MAX_INTEGRATIONS = 20;

/** Most deployments of one integration. */
export const MAX_DEPLOYMENTS = 20;

export { INTEGRATION_STATES, INTEGRATION_TYPES } from "#db/schema";
