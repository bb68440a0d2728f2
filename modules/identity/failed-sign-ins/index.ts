export type { FailedSignIn, FailedSignIns } from "./service.ts";
