import type { Contribution, Core } from "#platform/module";
import { pagesRoutes } from "./routes.ts";

/** Creates the module of the pages that people open, and of the addresses that lead to screens of the console. */
export const createPagesModule = ({ publicUrl }: Core): Contribution => ({ routes: pagesRoutes(publicUrl.prefix) });
