export { createPolicyReader } from "./module.ts";
export { type AiPolicySection, createAiPolicySection } from "./policy.ts";
export { AiPolicy } from "./schemas.ts";
