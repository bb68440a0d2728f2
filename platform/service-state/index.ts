export { putServiceState, readServiceState } from "./repository.ts";
