export { translationReady } from "./moments.ts";
