export { accountCloses } from "./moments.ts";
