export { recordingInRoom, type ToldRecording } from "./told.ts";
