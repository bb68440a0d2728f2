export { countPasskeys } from "./repository.ts";
export type { PasskeysService } from "./service.ts";
