export { createReclaiming, type Reclaiming, reclaimDelayMs } from "./service.ts";
