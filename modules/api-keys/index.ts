import type { Db } from "#db/store";
import { apiKeysOf } from "./repository.ts";

export { createKeyAuthenticator, type KeyAuthenticator } from "./authenticator.ts";
export { facts as apiKeyFacts } from "./facts.ts";
export { apiKeysRoutes } from "./routes.ts";
export { type ApiKeysDeps, type ApiKeysService, createApiKeysService } from "./service.ts";

/** Removes every API key of an organization that is purged. */
export const eraseApiKeys = (tx: Db, orgId: string): Promise<void> => apiKeysOf(tx, orgId).removeAll();
