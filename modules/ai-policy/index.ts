export { createAiPolicyModule, createPolicyReader } from "./module.ts";
export { aiPolicy } from "./policy.ts";
export { AiPolicy } from "./schemas.ts";
