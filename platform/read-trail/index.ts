export { readTrailContribution } from "./contribution.ts";
export { createReadTrail, type ReadTrail } from "./service.ts";
