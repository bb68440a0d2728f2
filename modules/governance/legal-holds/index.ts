export { holdReleased } from "./moments.ts";
