export { countPasskeys, dropPasskeys } from "./repository.ts";
export { passkeysRoutes } from "./routes.ts";
export { createPasskeysService, type PasskeysDeps, type PasskeysService } from "./service.ts";
