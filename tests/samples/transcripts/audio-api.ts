import { formOf, silence } from "../../support/audio-forms.ts";
import type { SampleFile, TestWorld } from "../sample.ts";

const send = async ({ act, owner }: TestWorld, path: string) =>
	act("POST", path, { token: owner.token, ...(await formOf([["file", silence()]])) });

export const samples: SampleFile["samples"] = {
	transcribeAudio: { records: "audio.transcribe", run: (world) => send(world, "/v1/audio/transcriptions") },
	translateAudio: { records: "audio.transcribe", run: (world) => send(world, "/v1/audio/translations") },
};
