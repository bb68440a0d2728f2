export { createFailedSignInsModule } from "./module.ts";
export type { FailedSignIn, FailedSignIns } from "./service.ts";
