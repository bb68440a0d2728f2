export { createLiveModule } from "./module.ts";
