export { createRecording } from "./create.ts";
export { createRecordingsModule } from "./module.ts";
export type { OnRecorded, OnRecordingDeleted } from "./ports.ts";
export { findLatestRecording } from "./repository.ts";
export { findRecording, setFailed, setProbed } from "./state.ts";
