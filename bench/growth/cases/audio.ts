import { type Case, times } from "../case.ts";

/** What an engine takes depends on the audio alone. Measured is the way to it: the caller, and the policy. */
const withoutFile = (operation: string, path: string): Case => ({
	operation,
	status: 422,
	calls: ({ owner }, count) =>
		times(count, () => ({ method: "POST", path, token: owner.token, form: { model: "whisper-1" } })),
});

const read = (operation: string, path: string): Case => ({
	operation,
	calls: ({ owner }, count) => times(count, () => ({ method: "GET", path, token: owner.token })),
});

/** Operations on audio files and models. */
export const AUDIO_CASES: readonly Case[] = [
	read("listModels", "/v1/models"),
	read("getModel", "/v1/models/whisper-1"),
	withoutFile("transcribeAudio", "/v1/audio/transcriptions"),
	withoutFile("translateAudio", "/v1/audio/translations"),
];
