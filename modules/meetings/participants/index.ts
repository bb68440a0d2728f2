export { createParticipantAdder, type NewParticipant, type ParticipantAdder } from "./add.ts";
export { participantsTag } from "./documentation.ts";
export type { JoinByLaunch } from "./launch.ts";
export { participantsAdded } from "./moments.ts";
export { findOwnParticipant, findParticipant, lockParticipant } from "./person.ts";
