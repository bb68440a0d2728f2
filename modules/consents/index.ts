export { assertConsented, excludedParticipants } from "./gate.ts";
export type { ConsentKind } from "./repository.ts";
