export { createLiveModule, type LiveModule } from "./module.ts";
