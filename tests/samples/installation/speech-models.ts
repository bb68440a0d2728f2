import type { SampleFile, World } from "../sample.ts";

/** There is one download at a time: an earlier one is cancelled. */
async function endDownload({ api }: World): Promise<undefined> {
	await api.request("POST", "/speech-models/download/cancel", { token: await api.signInSystem(), body: {} });
}

export const samples: SampleFile["samples"] = {
	downloadSpeechModel: { records: "speech_model.download", needs: endDownload },
	cancelSpeechModelDownload: {
		records: "speech_model.cancel_download",
		async needs(world) {
			await world.create("downloadSpeechModel");
			return undefined;
		},
	},
};
