export { ATTENDANCE_STATUSES } from "#db/schema";
