export { holidaysChanged } from "./moments.ts";
export { daysOff } from "./reader.ts";
