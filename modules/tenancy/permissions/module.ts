import type { Contribution } from "#platform/module";
import { permissionsRoutes } from "./routes.ts";

/** Creates the module that publishes the permission matrix. */
export const createPermissionsModule = (): Contribution => ({ routes: permissionsRoutes() });
