export { createCalendarFeedsModule } from "./module.ts";
