export { memberErased } from "./moments.ts";
