export type { ActionItems } from "./found.ts";
export { createActionItemsModule } from "./module.ts";
