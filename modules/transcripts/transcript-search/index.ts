export { createTranscriptSearchModule, type TranscriptSearchModule } from "./module.ts";
