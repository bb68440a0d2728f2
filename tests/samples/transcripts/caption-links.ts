import { after, type SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	createCaptionLink: { records: "caption_link.create" },
	deleteCaptionLink: { records: "caption_link.delete", needs: after("createCaptionLink") },
	createCaptionReaderTicket: {
		records: null,
		because: "a ticket gives nothing by itself, and lasts for 30 seconds",
		as: "anonymous",
		body: async ({ create }) => ({ link: (await create("createCaptionLink")).url.split("/").at(-1) }),
	},
};

export const items: SampleFile["items"] = { getCaptionLink: ({ create }) => create("createCaptionLink") };
