export { forgetUpload } from "./erase.ts";
export { createUploadsModule } from "./module.ts";
