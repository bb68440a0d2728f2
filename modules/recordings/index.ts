export type { NewRecording, OnRecorded, OnRecordingDeleted } from "./ports.ts";
export { findLatestRecording, listRecordings, recordingsOf } from "./repository.ts";
export { findRecording, type ProbedRecording, type RecordingKey, setFailed, setProbed } from "./state.ts";
