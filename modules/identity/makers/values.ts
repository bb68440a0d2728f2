export { MAKER_STATES } from "#db/schema";
