export { createUploadsModule } from "./module.ts";
