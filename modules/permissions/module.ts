import type { Contribution } from "#platform/module";
import { permissionsRoutes } from "./routes.ts";

/** Roles, and what each may do. */
export const createPermissionsModule = (): Contribution => ({ routes: permissionsRoutes() });
