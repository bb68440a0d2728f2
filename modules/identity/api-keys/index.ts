export type { KeyAuthenticator } from "./authenticator.ts";
export { createApiKeysModule } from "./module.ts";
export type { ApiKeysService } from "./service.ts";
