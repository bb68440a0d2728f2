export { createFlowCookies, type FlowCookies, type FlowCookiesOptions } from "./flow-cookies.ts";
export { flowState, newFlowSecret } from "./flow-secret.ts";
