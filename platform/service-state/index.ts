export { lockServiceState, putServiceState, readServiceState } from "./repository.ts";
