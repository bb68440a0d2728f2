export { summaryReady } from "./moments.ts";
