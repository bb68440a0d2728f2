export { createLifecycleModule } from "./module.ts";
export { suspensionOf } from "./states.ts";
