import { after, type SampleFile, type World } from "../sample.ts";

/** Creates a running meeting. */
async function live({ id, send }: World) {
	const body = { title: "Optics", transcription: { live: true } };
	return { meetingId: (await send("POST", `/workspaces/${await id("workspaceId")}/meetings`, body)).meeting.id };
}

export const samples: SampleFile["samples"] = {
	createCaptionLink: { records: "caption_link.create", needs: live },
	deleteCaptionLink: { records: "caption_link.delete", needs: after("createCaptionLink") },
	createCaptionReaderTicket: {
		records: null,
		because: "a ticket gives nothing by itself, and lasts for 30 seconds",
		as: "anonymous",
		body: async ({ create }) => ({ link: (await create("createCaptionLink")).url.split("/").at(-1) }),
	},
};

export const items: SampleFile["items"] = { getCaptionLink: ({ create }) => create("createCaptionLink") };
