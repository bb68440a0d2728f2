export { assertFeature, assertOneMore, assertWithin, isWithin, longestMeetingMs, type Now, usedNow } from "./checks.ts";
