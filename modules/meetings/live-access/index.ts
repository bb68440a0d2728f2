export type { LiveAccessModule } from "./module.ts";
