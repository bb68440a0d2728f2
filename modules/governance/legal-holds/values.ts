export { FORMER_TEXT_OBJECTS, HOLD_SCOPES, HOLD_STATES, type HoldScope, type HoldState } from "#db/schema";
