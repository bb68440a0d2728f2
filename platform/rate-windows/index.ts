export { createStoreWindows, rateWindowsContribution } from "./service.ts";
