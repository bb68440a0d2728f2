export { integrationsTag } from "./documentation.ts";
export { fetchPlatformKeys, LAUNCH_ALGORITHMS } from "./platform-keys.ts";
export { findIntegration, orgOfIntegration } from "./repository.ts";
export { launchAddresses } from "./view.ts";
