import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

/** Number of segments of each transcript. */
const SEGMENTS = 20;
const FILE = {
	language: "en",
	segments: times(SEGMENTS, (n) => ({
		startMs: n * 3_000,
		endMs: n * 3_000 + 2_500,
		text: `Item ${n} of the budget.`,
	})),
};

/** Imports a transcript into a new meeting each, and returns their paths. */
async function importTranscripts({ ask, giantPath, owner }: Subject, count: number): Promise<string[]> {
	const { token } = owner;
	const workspace = await ask({ method: "POST", path: `${giantPath}/workspaces`, token, body: { name: "Projects" } });
	const path = `/workspaces/${workspace.data.id}/meetings`;
	const made = times(count, async () => {
		const { data } = await ask({ method: "POST", path, token, body: { title: "Budget" } });
		const meetingPath = `/meetings/${(data.meeting as { readonly id: string }).id}`;
		const transcript = await ask({ method: "PUT", path: `${meetingPath}/transcripts`, token, body: FILE });
		return `/transcripts/${transcript.data.id}/translations`;
	});
	return Promise.all(made);
}

/** Queues the translation of a transcript, and returns its path. */
async function translate({ ask, owner: { token } }: Subject, path: string): Promise<string> {
	const { data } = await ask({ method: "POST", path, token, body: { targetLanguage: "es" } });
	return `${path}/${data.translationId}`;
}

const onOne = (operation: string, call: (path: string, translationPath: string) => Call): Case => ({
	operation,
	async calls(subject, count) {
		const [path = ""] = await importTranscripts(subject, 1);
		const translationPath = await translate(subject, path);
		return times(count, () => ({ token: subject.owner.token, ...call(path, translationPath) }));
	},
});

/** Operations on translations. Nothing is translated: what is measured is what people wait for. */
export const TRANSLATION_CASES: readonly Case[] = [
	onOne("listTranslations", (path) => ({ method: "GET", path })),
	onOne("getTranslation", (_, path) => ({ method: "GET", path })),
	{
		operation: "translateTranscript",
		most: 40,
		async calls(subject, count) {
			const paths = await importTranscripts(subject, count);
			const { token } = subject.owner;
			return paths.map((path) => ({ method: "POST", path, token, body: { targetLanguage: "es" } }));
		},
	},
	{
		operation: "deleteTranslation",
		most: 40,
		async calls(subject, count) {
			const paths = await importTranscripts(subject, count);
			const made = await Promise.all(paths.map((path) => translate(subject, path)));
			return made.map((path) => ({ method: "DELETE", path, token: subject.owner.token }));
		},
	},
];
