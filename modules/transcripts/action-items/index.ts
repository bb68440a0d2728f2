export type { ActionItems } from "./found.ts";
export { itemAssigned, itemDismissed } from "./moments.ts";
