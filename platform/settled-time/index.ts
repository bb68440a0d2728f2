export { createSettledTime, type SettledTime } from "./service.ts";
