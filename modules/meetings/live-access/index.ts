export { createLiveAccessModule, type LiveAccessModule } from "./module.ts";
