export { assertFeature, assertOneMore, assertWithin, isWithin, longestMeetingMs, type Now } from "./checks.ts";
