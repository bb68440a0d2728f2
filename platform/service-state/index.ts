export { lockServiceState, putServiceState, readServiceState, readTimes } from "./repository.ts";
