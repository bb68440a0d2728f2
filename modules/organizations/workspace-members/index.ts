export { addCreator } from "./join.ts";
