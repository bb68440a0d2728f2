import { type Case, times } from "../case.ts";

/** What an engine takes depends on the audio alone. Measured is the way to it: the caller, and the policy. */
const withoutFile = (operation: string, path: string): Case => ({
	operation,
	status: 422,
	calls: ({ owner }, count) =>
		times(count, () => ({ method: "POST", path, token: owner.token, form: { model: "whisper-1" } })),
});

/** Operations on audio files. */
export const AUDIO_CASES: readonly Case[] = [
	withoutFile("transcribeAudio", "/v1/audio/transcriptions"),
	withoutFile("translateAudio", "/v1/audio/translations"),
];
