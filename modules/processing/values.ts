export { PROCESSING_STATES, PROCESSING_STEPS } from "#db/schema";
