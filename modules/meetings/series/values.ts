export { SERIES_JOIN_CODES } from "#db/schema";
