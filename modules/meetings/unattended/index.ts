export type { Unattended } from "./service.ts";
export { holdInRoom, type ToldHold } from "./told.ts";
