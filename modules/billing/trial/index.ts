export { createTrialModule } from "./module.ts";
