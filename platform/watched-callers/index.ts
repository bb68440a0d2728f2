export { createWatchedCallers, type Holder, type WatchedCaller, type Witnessed } from "./service.ts";
