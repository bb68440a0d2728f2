export { readHolidays } from "./reader.ts";
