export type { BuildInfo, MetricsSource, StatusLog } from "./ports.ts";
export { statusRoutes } from "./routes.ts";
export { createStatusService, type StatusDeps, type StatusService } from "./service.ts";
