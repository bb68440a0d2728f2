export { createParticipantAdder, type NewParticipant, type ParticipantAdder } from "./add.ts";
export { participantsTag } from "./documentation.ts";
export { participantNotFound, wrongParticipantState } from "./errors.ts";
export type { JoinByLaunch } from "./launch.ts";
export { listWaiting } from "./lobby.ts";
export { participantErased, participantsAdded } from "./moments.ts";
export { findOwnParticipant, findParticipant, isOwnParticipant, lockParticipant } from "./person.ts";
