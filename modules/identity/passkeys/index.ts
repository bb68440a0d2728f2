export { createPasskeysModule } from "./module.ts";
export { countPasskeys } from "./repository.ts";
export type { PasskeysService } from "./service.ts";
