import type { Caller } from "./client.ts";
import type { Harness, TestResponse } from "./harness.ts";

/** Requests about translations on behalf of people, for tests. */
export function translationsOf(api: Harness) {
	const path = (transcriptId: string, rest = "") => `/transcripts/${transcriptId}/translations${rest}`;

	const all = {
		request: (by: Caller, transcriptId: string, targetLanguage = "es", headers: Record<string, string> = {}) =>
			by.post(path(transcriptId), { targetLanguage }, { headers }),
		list: (by: Caller, transcriptId: string, query = "") => by.get(path(transcriptId, query)),
		get: (by: Caller, transcriptId: string, id: string, query = ""): Promise<TestResponse> =>
			by.get(path(transcriptId, `/${id}${query}`)),
		remove: (by: Caller, transcriptId: string, id: string, headers: Record<string, string> = {}) =>
			by.delete(path(transcriptId, `/${id}`), undefined, { headers }),

		/** Translates a transcript, with all work that is due, and returns the translation. */
		async made(by: Caller, transcriptId: string, language = "es") {
			const asked = await all.request(by, transcriptId, language);
			if (asked.status > 202) throw new Error(`translating failed: ${asked.text}`);
			await api.parley.services.jobs.runDue();
			return (await all.get(by, transcriptId, asked.body.data.translationId)).body.data;
		},

		/** Translates a transcript and waits for it: the binary works by itself. */
		async finished(by: Caller, transcriptId: string, language = "es") {
			let made = await all.made(by, transcriptId, language);
			for (; made.state === "processing"; made = (await all.get(by, transcriptId, made.id)).body.data)
				await Bun.sleep(20);
			return made;
		},
	};
	return all;
}

/** Twenty sentences of a meeting as captions of two people, one of two lines. */
export const MEETING_VTT = `WEBVTT
Language: en

${[
	"Good morning everybody.",
	"The budget for the project is approved.",
	"Who calls the supplier?",
	"I call the supplier on Monday.",
	"We need the report\\nbefore the meeting.",
	"The price is 2,500 euros.",
	"Maria sends the invoice.",
	"2 < 3 & 4 > 3",
]
	.map((text, at) => {
		const time = (seconds: number) => `00:00:${String(seconds).padStart(2, "0")}.000`;
		const shown = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\\n", "\n");
		return `${time(at * 2)} --> ${time(at * 2 + 1)}\n<v ${at % 2 === 0 ? "Ada" : "Bob"}>${shown}\n`;
	})
	.join("\n")}`;
