export { type ChangeHint, hintAt, onHints } from "./hints.ts";
