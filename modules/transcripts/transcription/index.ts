export { createTranscriptionModule } from "./module.ts";
