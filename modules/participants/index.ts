export type { AddParticipants, NewParticipant } from "./add.ts";
export { createAddParticipants } from "./add.ts";
