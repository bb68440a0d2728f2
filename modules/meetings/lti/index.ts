export { createLtiModule } from "./module.ts";
