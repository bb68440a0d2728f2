export { createStatusModule } from "./module.ts";
export type { BuildInfo, MetricsSource, StatusLog } from "./ports.ts";
export type { StatusService } from "./service.ts";
