export { reclaimingContribution } from "./contribution.ts";
export type { Remains } from "./ports.ts";
export { createReclaiming, type Reclaiming, reclaimDelayMs } from "./service.ts";
