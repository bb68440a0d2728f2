export { createSignInModule } from "./module.ts";
export type { SignInService } from "./service.ts";
