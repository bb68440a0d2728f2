export { createLifecycleModule } from "./module.ts";
export { suspensionOf, suspensionsOf } from "./states.ts";
