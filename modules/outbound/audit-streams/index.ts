export { createAuditStreamsModule } from "./module.ts";
