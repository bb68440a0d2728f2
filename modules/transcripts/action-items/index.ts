export type { ActionItems } from "./found.ts";
export { createActionItemsModule } from "./module.ts";
export { itemAssigned, itemDismissed } from "./moments.ts";
