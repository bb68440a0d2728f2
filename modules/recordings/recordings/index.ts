export { createRecording } from "./create.ts";
export { isMix, offsetOf } from "./mixes.ts";
export { recordingCreated, recordingDeleted, recordingPurged } from "./moments.ts";
export { findLatestRecording } from "./repository.ts";
export { findRecording, setFailed, setProbed } from "./state.ts";
