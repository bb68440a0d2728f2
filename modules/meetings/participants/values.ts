export { PARTICIPANT_ROLES, PARTICIPANT_STATES } from "#db/schema";
