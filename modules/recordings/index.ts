export type { NewRecording, OnRecorded, OnRecordingDeleted } from "./ports.ts";
export { listRecordings, recordingsOf } from "./repository.ts";
export { findRecording, type ProbedRecording, type RecordingKey, setFailed, setProbed } from "./state.ts";
