export { daysOff } from "./reader.ts";
