export { createProcessingModule, type ProcessingModule } from "./module.ts";
