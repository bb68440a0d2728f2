export { createPrincipalsModule } from "./module.ts";
export type { Principals } from "./service.ts";
