export { exampleJob, jobsTag } from "./documentation.ts";
export type { Failure, Verdict } from "./failures.ts";
export type { JobRun, Stored } from "./job-run.ts";
export type { JobKind } from "./kinds.ts";
export type { Processing } from "./module.ts";
export type { CaptureKey } from "./repository.ts";
export { Job } from "./schemas.ts";
export { toJob } from "./view.ts";
