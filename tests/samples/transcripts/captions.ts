import { after, type SampleFile, type World } from "../sample.ts";

/** Creates a running meeting with live captions. */
async function live({ id, send }: World) {
	const body = { title: "Optics", transcription: { live: true } };
	return { meetingId: (await send("POST", `/workspaces/${await id("workspaceId")}/meetings`, body)).meeting.id };
}

export const samples: SampleFile["samples"] = {
	pushCaptions: { records: "transcript.create", needs: live, body: { segments: [{ text: "Light bends." }] } },
	createCaptionAddress: { records: "caption_address.create", needs: live },
	deleteCaptionAddress: { records: "caption_address.delete", needs: after("createCaptionAddress") },
	postCaption: {
		records: null,
		because: "its transcript is recorded with the first caption, by a job's name: the tool has none",
		async run({ act, create }) {
			const { pathname, search } = new URL((await create("createCaptionAddress")).url);
			const headers = { "content-type": "text/plain" };
			return act("POST", `${pathname}${search}&seq=1`, { raw: "Light bends.", headers });
		},
	},
};
