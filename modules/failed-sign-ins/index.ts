export { createFailedSignIns, type FailedSignIn, type FailedSignIns, type FailedSignInsDeps } from "./service.ts";
