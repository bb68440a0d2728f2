import { systemContext } from "#modules/tenancy/permissions";
import { AGREED, transcripts } from "../../support/transcripts.ts";
import type { SampleFile } from "../sample.ts";

const LANGUAGES = ["en", "fr", "de", "it"];
const VOICES = ["Ada", "Bob", "Cleo", "Dan"].map((name, n) => `00:0${n}.000 --> 00:0${n}.900\n<v ${name}>Line ${n}`);

export const samples: SampleFile["samples"] = {
	importTranscript: { records: "transcript.publish", query: AGREED },
	updateSegment: { records: "transcript.update", body: { text: "Light ends." } },
	updateSpeaker: { records: "transcript.update", body: { label: "Ada" } },
	deleteTranscript: { records: "transcript.delete" },
};

export const makers: SampleFile["makers"] = {
	async transcriptId({ owner, id }) {
		return (await transcripts.imported(owner, await id("meetingId"))).id;
	},
	segmentId: async ({ id, send }) => (await send("GET", `/transcripts/${await id("transcriptId")}/segments`))[0].id,
	speakerId: async ({ id, send }) => (await send("GET", `/transcripts/${await id("transcriptId")}/speakers`))[0].id,
};

export const items: SampleFile["items"] = {
	async listTranscriptsOfMeeting({ owner, id, set, send }, n) {
		const meetingId = await id("meetingId");
		// Without an engine they wait.
		if (n === 0)
			await send("PATCH", `/meetings/${meetingId}`, { transcription: { translateTo: ["es", "ca", "pt", "gl"] } });
		const query = `?language=${LANGUAGES[n % LANGUAGES.length]}&${AGREED}`;
		const file = `WEBVTT\n\n${VOICES.join("\n\n")}\n`;
		const imported = await transcripts.import(owner, meetingId, file, "text/vtt", query);
		set({ transcriptId: imported.body.data.id });
	},
	listSegmentRevisions: async ({ id, send }, n) =>
		send("PATCH", `/transcripts/${await id("transcriptId")}/segments/${await id("segmentId")}`, {
			text: `Correction ${n}`,
		}),
};

export const further: SampleFile["further"] = {
	async "transcript.fail"({ api, id, owner: { orgId } }) {
		const meetingId = await id("meetingId");
		const { unitOfWork, transcripts } = api.parley.services;
		return unitOfWork.run(systemContext("job:processing"), async (change) => {
			const engine = { engine: "whisper-server", model: "base", version: null };
			const made = { recordingId: null, source: "stt", language: "und", engine } as const;
			const key = await transcripts.createTranscript(change, { orgId, id: meetingId }, made);
			await transcripts.failTranscript(change, key, "unavailable");
		});
	},
};
